import { setTimeout as pause } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { growth, median, medianByName } from '#measure/median.ts';
import { forgetPeaks, type ProcessGroups, peakMemoryOf } from '#measure/process-tree.ts';
import { latenciesOf } from '#reading/latencies.ts';
import { rowOfLatencies } from '#reading/lists.ts';
import type { Reader } from '#reading/reader.ts';
import { largeFormRows } from '#reading/seed.ts';
import type { Row } from '#report/row.ts';
import { inRounds, type Scene } from '#scene.ts';

const GROWTH_MB = 50;
const MEANWHILE_PAUSE_MS = 50;
const LINE_END = 0x0a;
const MS_PER_SECOND = 1_000;

const kinds = [
  { what: 'CSV', format: 'csv', isCompressed: false, rowsPerSecond: 200_000 },
  { what: 'NDJSON', format: 'ndjson', isCompressed: false, rowsPerSecond: 100_000 },
  { what: 'CSV, gzip', format: 'csv', isCompressed: true, rowsPerSecond: 100_000 },
];
type Kind = (typeof kinds)[number];

/** Measures how long the export of a large form takes, how much memory it needs, and how it affects other requests. */
export async function measureExports(scene: Scene, reader: Reader, formId: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const kind of kinds) {
    await reader.signIn();
    const rounds = await inRounds(scene, `export as ${kind.what}`, () => exportOnce(scene, reader, formId, kind));
    for (const { rows: got } of rounds) {
      if (got !== largeFormRows) scene.fail(`An export as ${kind.what} has ${got} rows and not ${largeFormRows}`);
    }
    rows.push(rowOfExports(kind, rounds));
    if (kind === kinds[0]) {
      const meanwhile = medianByName(rounds.map((round) => round.meanwhile));
      rows.push(rowOfLatencies('form list during that export', meanwhile));
    }
  }
  return rows;
}

async function exportOnce(scene: Scene, reader: Reader, formId: string, kind: Kind) {
  const { account = [], worker = [] } = scene.product.groups();
  const groups: ProcessGroups = { account, worker };
  forgetPeaks(groups);
  const before = peakMemoryOf(groups);
  const startMs = performance.now();
  const headers = kind.isCompressed ? { 'accept-encoding': 'gzip' } : {};
  const answer = await reader.open(`/api/v1/forms/${formId}/export?format=${kind.format}`, headers);
  if (answer.statusCode !== 200) throw new Error(`The export answers ${answer.statusCode}`);
  let isDone = false;
  const others = readMeanwhile(reader, () => isDone);
  let lines = 0;
  for await (const chunk of kind.isCompressed ? answer.pipe(createGunzip()) : answer) lines += countLines(chunk);
  const seconds = (performance.now() - startMs) / MS_PER_SECOND;
  isDone = true;
  const meanwhile = latenciesOf(await others);
  const growthMb = growth(before, peakMemoryOf(groups));
  return { rows: kind.format === 'csv' ? lines - 1 : lines, seconds, growthMb, meanwhile };
}

function rowOfExports({ what, rowsPerSecond }: Kind, rounds: Awaited<ReturnType<typeof exportOnce>>[]): Row {
  const eachRound = rounds.map(({ rows, seconds }) => rows / seconds);
  const most = (name: string) => Math.max(...rounds.map(({ growthMb }) => growthMb[name] ?? 0));
  const [account, worker] = [most('account'), most('worker')];
  const perSecond = median(eachRound);
  const isMet = perSecond >= rowsPerSecond && Math.max(account, worker) <= GROWTH_MB;
  return {
    what: `rows of an export as ${what}`,
    perSecond,
    eachRound,
    figure: `memory of account +${Math.ceil(account)} MB, of worker +${Math.ceil(worker)} MB`,
    errors: 0,
    target: { says: `${rowsPerSecond.toLocaleString('en')} a second, +${GROWTH_MB} MB`, isMet },
  };
}

async function readMeanwhile(reader: Reader, isDone: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isDone()) {
    const startMs = performance.now();
    await reader.read('/api/v1/forms');
    times.push(performance.now() - startMs);
    await pause(MEANWHILE_PAUSE_MS);
  }
  return times;
}

function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(LINE_END); at !== -1; at = chunk.indexOf(LINE_END, at + 1)) lines += 1;
  return lines;
}
