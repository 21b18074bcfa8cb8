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

/** Does to real processes what a bad night does, and prints what became of each submission: `npm run faults`, or `-- outages`. */
const columns = ['attempted', 'acknowledged', 'lost', 'duplicated', 'unexpected', 'recovered'] as const;
const folder = await mkdtemp(join(tmpdir(), 'inlet-faults-'));
try {
  await generateDatabaseClient();
  const chosen = process.argv.slice(2);
  const filters = chosen.length === 0 ? ['infra/proof/faults'] : chosen.map((name) => `infra/proof/faults/${name}`);
  const report = join(folder, 'faults.ndjson');
  const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs');
  const { code } = await runNode([vitest, 'run', '--project', 'integration', '--no-file-parallelism', ...filters], {
    env: { INLET_FAULTS: 'full', INLET_FAULTS_REPORT: report },
    signal: createLeaveSignal(),
  });
  const faults = existsSync(report) ? readReports(await readFile(report, 'utf8')) : [];
  for (const line of describe(faults)) console.log(line);
  process.exitCode = code === 0 && faults.length > 0 ? 0 : 1;
} catch (error) {
  explain(error);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
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
