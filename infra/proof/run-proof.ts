import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { generateDatabaseClient } from '@inlet/local/database-client';
import { createLeaveSignal } from '@inlet/local/leave-signal';
import { explain } from '@inlet/local/run-command';
import { runNode } from '@inlet/local/run-program';
import type { FaultReport } from '#house/ledger.ts';
import { proofSeed } from '#house/run-settings.ts';

const counts = [
  'attempted',
  'acknowledged',
  'lost',
  'duplicated',
  'unexpected',
  'recovered',
  'beyond',
  'turnedAway',
] as const;

/** The number of runs of each fault, at different moments and with a different mix of submissions. */
export const faultSeeds = 3;

/** Runs tests one after the other, once for each seed, the faults in their full form, and prints the results. */
export async function runProof(
  projects: readonly string[],
  filters: readonly string[],
  { seeds = 0, rows }: { seeds?: number; rows?: string | undefined } = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-proof-'));
  let isSound = true;
  try {
    await generateDatabaseClient();
    const report = join(folder, 'faults.ndjson');
    const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs');
    const args = [vitest, 'run', '--no-file-parallelism', ...projects.map((name) => `--project=${name}`), ...filters];
    const signal = createLeaveSignal();
    for (let run = 0; run < Math.max(1, seeds) && !signal.aborted; run += 1) {
      const seed = String(Number(proofSeed) + run);
      console.log(`Seed ${seed}; INLET_SEED=${seed} before the command begins with the same`);
      const full = { INLET_FAULTS: 'full', INLET_FAULTS_REPORT: report, INLET_CASES_FACTOR: '20' };
      const env = { ...full, INLET_SEED: seed, ...(rows && { INLET_FAULT_ROWS: rows }) };
      const { code } = await runNode(args, { env, signal });
      isSound &&= code === 0;
    }
    const lines = existsSync(report) ? (await readFile(report, 'utf8')).trim().split('\n') : [];
    const faults = lines.map((line) => JSON.parse(line) as FaultReport);
    if (seeds > 0) for (const line of describe(faults)) console.log(line);
    // Without any report no fault was tried.
    isSound &&= seeds > 0 === faults.length > 0;
  } catch (error) {
    explain(error);
    isSound = false;
  }
  if (isSound) await rm(folder, { recursive: true, force: true });
  else {
    process.exitCode = 1;
    console.log(`What visitors were promised, and the seeds: ${folder}`);
  }
}

/** A table in Markdown with a row for each fault: its total counts for all seeds, and its longest time. */
function describe(reports: readonly FaultReport[]): string[] {
  const byFault = Object.entries(Object.groupBy(reports, ({ fault }) => fault));
  const rows = byFault
    .toSorted(([a], [b]) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    .map(([fault, runs = []]) => [
      fault,
      runs.length,
      ...counts.map((name) => runs.reduce((sum, run) => sum + (run[name] ?? 0), 0)),
      Math.round(Math.max(...runs.map(({ p99Ms = 0 }) => p99Ms))) || '',
    ]);
  const titles = ['fault', 'seeds', ...counts.slice(0, -2), 'beyond the limit', 'turned away', 'p99 ms'];
  return [titles, ['---', ...titles.slice(1).map(() => '---:')], ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}
