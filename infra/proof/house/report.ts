import { appendFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Ledger, Verdict } from '#house/ledger.ts';
import { faultsReportFile, proofSeed } from '#house/run-settings.ts';
import type { Visits } from '#house/visitors.test-setup.ts';

export interface FaultReport extends Verdict {
  readonly fault: string;
  /** Requests that were answered with anything but 2xx, or not at all; absent where the fault has no such visitors. */
  readonly turnedAway?: number;
  readonly p99Ms?: number;
}

/** Tells `npm run faults` what came of a fault, and leaves the ledger beside its report; elsewhere nobody asks. */
export function reportFault(fault: string, verdict: Verdict, visits?: Visits, ledger?: Ledger): void {
  if (faultsReportFile === undefined) return;
  const measured = visits && { turnedAway: visits.turnedAway(), p99Ms: visits.p99Ms() };
  const report: FaultReport = { fault, ...verdict, ...measured };
  appendFileSync(faultsReportFile, `${JSON.stringify(report)}\n`);
  if (!visits || !ledger) return;
  const kept = { seed: proofSeed, ...report, failures: [...visits.failures], acknowledged: [...ledger.acknowledged] };
  writeFileSync(
    join(dirname(faultsReportFile), `${fault} ${proofSeed}.json`.replaceAll('/', '-')),
    JSON.stringify(kept),
  );
}
