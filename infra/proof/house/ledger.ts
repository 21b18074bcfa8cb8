import { appendFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Form } from '@inlet/db/client';
import { type House, untilDrained } from '#house/house.test-setup.ts';
import { faultsReportFile, proofSeed } from '#house/run-settings.ts';
import type { Visits } from '#house/visitors.test-setup.ts';

export type Ledger = ReturnType<typeof createLedger>;
type Verdict = Awaited<ReturnType<Ledger['judge']>>;

/** A client's record: its attempts, and its acknowledgements. */
export function createLedger() {
  let attempts = 0;
  const acknowledged = new Set<string>();
  return {
    /** Records an attempt and returns its number, which the submission contains. */
    attempt: () => {
      attempts += 1;
      return attempts;
    },
    attempted: () => attempts,
    acknowledge: (submissionId: string) => void acknowledged.add(submissionId),
    acknowledged: acknowledged as ReadonlySet<string>,
    /** Waits until everything is stored, and compares both with the stored submissions of a form. */
    judge: async (house: House, form: Form) => {
      await untilDrained(house);
      const { rows } = await house.database.pool.query<{ id: string; attempt: number }>(
        "select id, (data->>'attempt')::int as attempt from submissions where form_id = $1",
        [form.id],
      );
      const stored = new Set(rows.map(({ id }) => id));
      const isSent = (attempt: number) => attempt >= 1 && attempt <= attempts;
      return {
        attempted: attempts,
        acknowledged: acknowledged.size,
        /** Acknowledged, and not stored. */
        lost: [...acknowledged].filter((id) => !stored.has(id)).length,
        /** Stored more often than sent. */
        duplicated: rows.length - new Set(rows.map(({ attempt }) => attempt)).size,
        /** Stored, and never sent. */
        unexpected: rows.filter(({ attempt }) => !isSent(attempt)).length,
        /** Stored without an acknowledgement: allowed. */
        recovered: rows.filter(({ id }) => !acknowledged.has(id)).length,
      };
    },
  };
}

export interface FaultReport extends Verdict {
  readonly fault: string;
  /** Stored in excess of the monthly limit. */
  readonly beyond?: number;
  /** Requests with a response other than 2xx, or without any; absent if the fault has no such visitors. */
  readonly turnedAway?: number;
  readonly p99Ms?: number;
}

/**
 * Reports the result of a fault to `npm run faults`, and saves the ledger beside its report; elsewhere it does nothing.
 */
export function reportFault(
  fault: string,
  verdict: Verdict & Pick<FaultReport, 'beyond'>,
  visits?: Visits,
  ledger?: Ledger,
): void {
  if (faultsReportFile === undefined) return;
  const measured = visits && { turnedAway: visits.turnedAway(), p99Ms: visits.p99Ms() };
  const report: FaultReport = { fault, ...verdict, ...measured };
  appendFileSync(faultsReportFile, `${JSON.stringify(report)}\n`);
  if (!visits || !ledger) return;
  const kept = { seed: proofSeed, ...report, failures: [...visits.failures], acknowledged: [...ledger.acknowledged] };
  const name = `${fault} ${proofSeed}.json`.replaceAll('/', '-');
  writeFileSync(join(dirname(faultsReportFile), name), JSON.stringify(kept));
}
