import { presentFiles } from '@inlet/submissions/present-files';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { recordSkip, type WaitingDelivery } from '#deliveries/deliveries.store.ts';
import type { LoadedTarget } from '#deliveries/targets.store.ts';
import { judgeOf } from '#routing/judge-of.ts';

/**
 * Why a delivery does not go out, such as `topic is not Sales`; null if it does. A deleted submission has no fields to
 * judge, and its receiver may have it.
 */
export function skipReason(
  { conditions }: Pick<LoadedTarget, 'conditions'>,
  { type, files, isNamed }: WaitingDelivery,
  data: Readonly<Record<string, unknown>> | null,
): string | null {
  if (conditions === null || isNamed || type === 'submission.deleted' || data === null) return null;
  return (
    judgeOf(conditions)?.(
      data,
      presentFiles(files, () => ''),
    ) ?? null
  );
}

/** Ends a delivery without an attempt. It says nothing about the receiver, so the target stays as it is. */
export async function skipDelivery(
  { pool, now }: { readonly pool: Pool; readonly now: () => Date },
  { id: targetId }: Pick<LoadedTarget, 'id'>,
  { id: deliveryId, eventId, type, submissionId, attempts, replayId, timestamp }: WaitingDelivery,
  reason: string,
): Promise<void> {
  const skipped = {
    id: uuidv7({ msecs: Date.now() }),
    targetId,
    eventId,
    type,
    submissionId,
    number: attempts + 1,
    state: 'skipped' as const,
    statusCode: null,
    durationMs: 0,
    error: `skipped: ${reason}`,
    response: null,
    responseHeaders: null,
    isTest: false,
    replayId,
    startedAt: now(),
    occurredAt: timestamp,
  };
  await recordSkip(pool, skipped, deliveryId);
}
