import { appendFileSync } from 'node:fs';
import type { Verdict } from '#faults/ledger.ts';
import { faultsReportFile } from '#faults/run-settings.ts';

export interface FaultReport extends Verdict {
  readonly fault: string;
}

/** Tells `npm run faults` what came of a fault; elsewhere nobody asks. */
export function reportFault(fault: string, verdict: Verdict): void {
  if (faultsReportFile === undefined) return;
  appendFileSync(faultsReportFile, `${JSON.stringify({ fault, ...verdict } satisfies FaultReport)}\n`);
}
