import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { runNodeOrFail } from '@inlet/local/run-program';
import { makeTestFolder } from '@inlet/testing/test-folder';
import { compareInWords } from '#measure/confidence.ts';
import { medianByName } from '#measure/median.ts';
import type { Row } from '#report/row.ts';

type Options = { against: string; rounds: number; seconds: number; say: (line: string) => void; signal: AbortSignal };

const THOUSAND = 1_000;

/**
 * Measures what a submission costs in this checkout and in another one, in turn, and prints the ratio. Each run starts its
 * own servers. The pairs take turns in who begins, so that a machine that gets slower harms neither.
 */
export async function compareCost({ against, rounds, seconds, say, signal }: Options): Promise<void> {
  const other = resolve(against);
  const [ours, others]: [Cost[], Cost[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const pair = [
      { root: projectRoot, costs: ours },
      { root: other, costs: others },
    ];
    for (const { root, costs } of round % 2 === 0 ? pair : pair.toReversed()) {
      costs.push(await costOf(root, seconds, signal));
    }
    say(`pair ${round + 1} of ${rounds}: ${ours[round]?.all.toFixed(4)} here, ${others[round]?.all.toFixed(4)} there`);
  }
  const [here, there] = [ours, others].map((costs) => medianByName(costs.map(({ byProcess }) => byProcess)));
  for (const [name, cost] of Object.entries(here ?? {})) {
    say(`${name}: ${cost.toFixed(4)} here, ${there?.[name]?.toFixed(4)} there`);
  }
  const all = (costs: readonly Cost[]) => costs.map((cost) => cost.all);
  say(compareInWords(all(ours), all(others)));
}

/** Core-seconds for a thousand submissions. */
interface Cost {
  readonly all: number;
  readonly byProcess: Readonly<Record<string, number>>;
}

async function costOf(root: string, seconds: number, signal: AbortSignal): Promise<Cost> {
  const folder = await makeTestFolder('inlet-cost-');
  try {
    const args = [join(root, 'infra/bench/bench.ts'), 'cost', '--rounds=1', `--seconds=${seconds}`];
    const env = { INLET_DATA_DIR: folder };
    await runNodeOrFail(`The benchmark of ${root}`, args, { cwd: root, env, signal });
    const [row] = JSON.parse(await readFile(join(folder, 'bench/latest.json'), 'utf8')) as Row[];
    if (row?.perCoreSecond === undefined) throw new Error(`The benchmark of ${root} wrote no cost`);
    return { all: THOUSAND / row.perCoreSecond, byProcess: row.cpuPerThousand ?? {} };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
