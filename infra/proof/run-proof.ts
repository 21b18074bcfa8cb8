import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { generateDatabaseClient } from '@inlet/local/database-client';
import { createLeaveSignal } from '@inlet/local/leave-signal';
import { explain } from '@inlet/local/run-command';
import { runNode } from '@inlet/local/run-program';
import type { FaultReport } from '#faults/report.ts';
import { proofSeed } from '#faults/run-settings.ts';

const columns = ['attempted', 'acknowledged', 'lost', 'duplicated', 'unexpected', 'recovered'] as const;

/** Runs tests one after the other, the faults in their full form, and prints what became of each submission. */
export async function runProof(
  projects: readonly string[],
  filters: readonly string[],
  { hasFaults = true } = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'inlet-proof-'));
  try {
    await generateDatabaseClient();
    const report = join(folder, 'faults.ndjson');
    const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs');
    const args = [vitest, 'run', '--no-file-parallelism', ...projects.map((name) => `--project=${name}`), ...filters];
    console.log(`Seed ${proofSeed}; INLET_SEED=${proofSeed} before the command tries the same again`);
    const { code } = await runNode(args, {
      env: { INLET_FAULTS: 'full', INLET_FAULTS_REPORT: report, INLET_SEED: proofSeed, INLET_CASES_FACTOR: '20' },
      signal: createLeaveSignal(),
    });
    const faults = existsSync(report) ? readReports(await readFile(report, 'utf8')) : [];
    if (hasFaults) for (const line of describe(faults)) console.log(line);
    // No report at all means that no fault was tried.
    process.exitCode = code === 0 && hasFaults === faults.length > 0 ? 0 : 1;
  } catch (error) {
    explain(error);
    process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function readReports(text: string): FaultReport[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines
    .map((line) => JSON.parse(line) as FaultReport)
    .toSorted((a, b) => Number.parseInt(a.fault, 10) - Number.parseInt(b.fault, 10));
}

function describe(faults: readonly FaultReport[]): string[] {
  const width = Math.max(5, ...faults.map(({ fault }) => fault.length));
  return [
    ['fault'.padEnd(width), ...columns].join('  '),
    ...faults.map((report) =>
      [report.fault.padEnd(width), ...columns.map((name) => String(report[name]).padStart(name.length))].join('  '),
    ),
  ];
}
