import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { projectRoot } from '@inlet/local/config';
import { makeTemporaryFolder } from '@inlet/local-servers/temporary-folder';
import { compareInWords, median, medianByName } from '#measure/median.ts';
import type { BenchOptions } from '#options.ts';
import { costOf, type Row } from '#report/row.ts';

/** A failure shows this many of the last lines that a benchmark has printed. */
const endingLines = 10;

type Options = Pick<BenchOptions, 'rounds' | 'seconds' | 'lanes' | 'accounts'> & {
  against: string;
  signal: AbortSignal;
};

/**
 * Compares the cost of a submission in this checkout with another one, and prints the ratio. Both run all the time on
 * their own servers, and get the load alternately: a machine changes within minutes, so the two measurements of a pair
 * are close together. The order alternates between pairs. The first pair is not counted, because the compiler finishes
 * during it.
 */
export async function compareCost({ against, rounds, seconds, lanes, accounts, signal }: Options): Promise<void> {
  // A checkout of an earlier release knows neither lanes nor accounts.
  const common = [...(accounts === undefined ? [] : [`--accounts=${accounts}`]), `--rounds=${rounds + 1}`];
  const args = ['cost', '--in-turn', `--seconds=${seconds}`, ...common];
  const sides = await Promise.all([
    openSide(projectRoot, lanes === 1 ? args : [...args, `--lanes=${lanes}`], signal),
    openSide(resolve(against), args, signal),
  ]);
  const pairs: Row[][] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const pair: Row[] = [];
    for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) pair[at] = (await sides[at]?.measure()) as Row;
    if (round === 0) continue;
    pairs.push(pair);
    const [ours, others] = pair.map((row) => costOf(row).toFixed(4));
    console.log(`pair ${round} of ${rounds}: ${ours} here, ${others} there`);
  }
  await Promise.all(sides.map((side) => side.end()));
  const rowsOf = (at: number) => pairs.flatMap((pair) => pair[at] ?? []);
  const [here, there] = [0, 1].map((at) => medianByName(rowsOf(at).map(({ cpuPerThousand = {} }) => cpuPerThousand)));
  for (const [name, cost] of Object.entries(here ?? {})) {
    console.log(`${name}: ${cost.toFixed(4)} here, ${there?.[name]?.toFixed(4)} there`);
  }
  for (const [at, side] of ['here', 'there'].entries()) console.log(`${side}: ${feltInWords(rowsOf(at))}`);
  console.log(compareInWords(rowsOf(0).map(costOf), rowsOf(1).map(costOf)));
}

/** The response times of visitors. */
function feltInWords(rows: readonly Row[]): string {
  const of = (key: 'perSecond' | 'p50Ms' | 'p99Ms') => median(rows.map((row) => row[key] ?? Number.NaN));
  return `${Math.round(of('perSecond'))} a second, p50 ${of('p50Ms').toFixed(2)} ms, p99 ${of('p99Ms').toFixed(2)} ms`;
}

/** The benchmark of a checkout, which measures a round on request, and then prints its row. */
async function openSide(root: string, args: readonly string[], signal: AbortSignal) {
  const folder = await makeTemporaryFolder('inlet-cost-');
  const child = spawn(process.execPath, [join(root, 'infra/bench/bench.ts'), ...args], {
    cwd: root,
    env: { ...process.env, INLET_DATA_DIR: folder },
    stdio: ['pipe', 'pipe', 'inherit'],
    signal,
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  }).finally(() => rm(folder, { recursive: true, force: true }));
  exited.catch(() => undefined);
  const said: string[] = [];
  const failure = () => new Error(`The benchmark of ${root} failed:\n${said.slice(-endingLines).join('\n')}`);
  /** Reads lines up to a row; null if the benchmark has ended. */
  async function readRow(): Promise<Row | null> {
    for (let line = await lines.next(); !line.done; line = await lines.next()) {
      if (line.value.startsWith('{')) return JSON.parse(line.value);
      said.push(line.value);
    }
    return null;
  }
  async function measure(): Promise<Row> {
    child.stdin.write('\n');
    const row = await readRow();
    if (row === null) throw failure();
    return row;
  }
  /** Waits until it has exited. If it calls its result invalid, this fails with the last lines that it printed. */
  async function end(): Promise<void> {
    await readRow();
    if ((await exited) !== 0) throw failure();
  }
  return { measure, end };
}
