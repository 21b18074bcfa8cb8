import { defineLookup } from '@inlet/observe/lookup-gauge';
import { defineCounter, type Metrics } from '@inlet/observe/metrics';
import { type BackgroundLoop, type Round, startBackgroundLoop } from '@inlet/process/background-loop';
import type { Logger } from '@inlet/process/logger';
import type { Pool } from 'pg';
import { beginRuns, measureOverdue, type Plans } from '#cleanup/retention.store.ts';
import { runPiece } from '#cleanup/run-piece.ts';

export interface RetentionOptions {
  readonly pool: Pool;
  readonly plans: Plans;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Nobody notices half a minute in a day. */
const lookIntervalMs = 30_000;
/** Between two pieces nothing is done for so many times as long as the last one took: storing comes first. */
const restFactor = 3;

/** Deletes submissions that are older than their form keeps them, a piece at a time. Several workers share the runs. */
export function startRetention({ pool, plans, logger, metrics }: RetentionOptions): BackgroundLoop {
  const help = 'Submissions that were deleted because of their age';
  const deleted = defineCounter(metrics, 'inlet_retention_deleted_total', help);
  const overdue = 'How far the oldest submission is beyond the days that its form keeps it';
  defineLookup(metrics, 'inlet_retention_overdue_seconds', overdue, () => measureOverdue(pool, plans));

  async function work({ signal, rest }: Round): Promise<void> {
    await beginRuns(pool, plans, true);
    while (!signal.aborted) {
      const startMs = performance.now();
      const piece = await runPiece(pool, plans);
      if (piece === null) return;
      deleted.inc(piece.count);
      const { formId, deletedCount } = piece;
      if (piece.isFinished) logger.info({ formId, deletedCount }, 'retention: submissions deleted');
      await rest(restFactor * (performance.now() - startMs));
    }
  }

  return startBackgroundLoop({ intervalMs: lookIntervalMs, logger, complaint: 'retention: deletion failed' }, work);
}
