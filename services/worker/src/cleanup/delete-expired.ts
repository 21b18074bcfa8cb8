import { defineLookup } from '@inlet/observe/lookup-gauge';
import { defineCounter, type Metrics } from '@inlet/observe/metrics';
import type { WorkRound } from '@inlet/process/background-work';
import type { Logger } from '@inlet/process/logger';
import type { Pool } from 'pg';
import { beginRuns, measureOverdue, type Plans } from '#cleanup/retention.store.ts';
import { runPiece } from '#cleanup/run-piece.ts';

export interface RetentionDeps {
  readonly pool: Pool;
  readonly retentionPlans: Plans;
  /** Counts submissions that were deleted by age. */
  readonly countExpired: (count: number) => void;
  readonly logger: Logger;
}

/** Returns `countExpired`. */
export function measureRetention(pool: Pool, plans: Plans, metrics: Metrics): RetentionDeps['countExpired'] {
  const help = 'Submissions that were deleted because of their age';
  const deleted = defineCounter(metrics, 'inlet_retention_deleted_total', help);
  const overdue = 'How long the most overdue submission has exceeded the retention of its form';
  defineLookup(metrics, 'inlet_retention_overdue_seconds', overdue, () => measureOverdue(pool, plans));
  return (count) => deleted.inc(count);
}

/** Deletes submissions that exceed their form's retention. Several workers share the runs. */
export async function deleteExpired(
  { pool, retentionPlans, countExpired, logger }: RetentionDeps,
  { repeat }: WorkRound,
): Promise<void> {
  await beginRuns(pool, retentionPlans, true);
  await repeat(async () => {
    const piece = await runPiece(pool, retentionPlans);
    if (piece === null) return false;
    countExpired(piece.count);
    const { formId, deletedCount } = piece;
    if (piece.isFinished) logger.info({ formId, deletedCount }, 'retention: submissions deleted');
    return true;
  });
}
