import { nextAttemptInMs } from '@inlet/outbound/retry-schedule';
import type { Logger } from '@inlet/process/logger';
import { parseData } from '@inlet/submissions/parse-data';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { dropDelivery, recordFailure, recordSuccess, type WaitingDelivery } from '#deliveries/deliveries.store.ts';
import type { DeliveryMeasures } from '#deliveries/measure-deliveries.ts';
import { type SendDeps, type Sent, sendEvent } from '#deliveries/send-event.ts';
import { skipDelivery, skipReason } from '#deliveries/skip-delivery.ts';
import { holdTarget, type LoadedTarget } from '#deliveries/targets.store.ts';
import { writeEvent } from '#deliveries/write-event.ts';

export interface DeliveryDeps extends SendDeps {
  readonly pool: Pool;
  readonly measures: DeliveryMeasures;
  readonly logger: Logger;
}

export interface Delivered {
  /** The receiver failed, or took so long that it would hold up others. */
  readonly isSlow: boolean;
  /** No attempt before this time. */
  readonly nextAttemptAt: Date | null;
}

/** A receiver that takes longer has slots apart: some of them would hold all that the others have. */
const longMs = 2_000;
/** Failures in a row that hold back nothing but their own deliveries: a receiver may dislike one event. */
const failuresAllowed = 2;
const firstHoldMs = 5_000;
const longestHoldMs = 300_000;
/** A receiver may ask for a pause as long as the longest one between two attempts. */
const retryAfterMaxMs = 12 * 3_600_000;
/** Pause after a fault of our own, such as a key that is missing. It is nobody's attempt. */
const faultHoldMs = 60_000;

/** Makes one attempt at one delivery, and records everything that follows from it. */
export async function deliverOne(
  deps: DeliveryDeps,
  target: LoadedTarget,
  delivery: WaitingDelivery,
): Promise<Delivered> {
  const { pool, measures, logger, now } = deps;
  // Parsed once: conditions judge what the event tells.
  const data = delivery.data === null ? null : parseData(delivery.data);
  const reason = skipReason(target, delivery, data);
  if (reason !== null) {
    await skipDelivery(deps, target, delivery, reason);
    measures.noteSkip();
    // The receiver is as it was.
    return { isSlow: target.isSlow, nextAttemptAt: null };
  }
  const event = writeEvent(target, { ...delivery, data }, deps);
  if (!event) {
    await dropDelivery(pool, target.id, delivery);
    return { isSlow: false, nextAttemptAt: null };
  }
  let sent: Sent;
  try {
    sent = await sendEvent(deps, target, event, delivery.eventId);
  } catch (err) {
    logger.error({ err, targetId: target.id }, 'deliveries: request could not be made');
    const nextAttemptAt = after(now(), faultHoldMs);
    await holdTarget(pool, target.id, nextAttemptAt);
    return { isSlow: true, nextAttemptAt };
  }
  const at = now();
  const takesLong = sent.durationMs > longMs;
  const isSuccess = sent.verdict === 'succeeded';
  const { id: deliveryId, eventId, type, submissionId, replayId } = delivery;
  const attempt = {
    // Its own time: after the clock was ahead, ids without one stay ahead, where no partition is.
    id: uuidv7({ msecs: Date.now() }),
    targetId: target.id,
    eventId,
    type,
    submissionId: delivery.alert ? null : submissionId,
    number: delivery.attempts + 1,
    state: isSuccess ? ('succeeded' as const) : ('failed' as const),
    statusCode: sent.statusCode,
    durationMs: sent.durationMs,
    error: sent.error,
    response: sent.response,
    responseHeaders: sent.responseHeaders,
    isTest: false,
    replayId,
    startedAt: sent.startedAt,
    occurredAt: delivery.timestamp,
  };
  measures.note(delivery, isSuccess, at);
  const paceMs = target.rate ? 1_000 / target.rate : 0;
  if (isSuccess) {
    const nextAttemptAt = paceMs > 0 ? after(sent.startedAt, paceMs) : null;
    await recordSuccess(pool, attempt, { deliveryId, at, takesLong, nextAttemptAt });
    return { isSlow: takesLong, nextAttemptAt };
  }
  const waitMs = sent.isLasting ? undefined : nextAttemptInMs(attempt.number, sent.retryAfterMs);
  const holdMs = Math.max(
    target.order === 'strict' ? (waitMs ?? 0) : breakMs(target.failureStreak + 1),
    retryPauseMs(sent),
    paceMs,
  );
  const failure = {
    deliveryId,
    at,
    dueAt: waitMs === undefined ? null : after(at, waitMs),
    nextAttemptAt: holdMs > 0 ? after(at, holdMs) : null,
    isGone: sent.verdict === 'gone',
  };
  const isDisabled = await recordFailure(pool, attempt, failure);
  if (isDisabled) logger.info({ targetId: target.id, statusCode: sent.statusCode }, 'deliveries: target disabled');
  return { isSlow: true, nextAttemptAt: failure.nextAttemptAt };
}

/** What waits for a receiver that is down must not use up its attempts, one delivery after the other. */
function breakMs(streak: number): number {
  return streak <= failuresAllowed ? 0 : Math.min(firstHoldMs * 2 ** (streak - failuresAllowed - 1), longestHoldMs);
}

/** A receiver that is busy is busy for every delivery. */
function retryPauseMs({ statusCode, retryAfterMs }: Sent): number {
  return statusCode === 429 || statusCode === 503 ? Math.min(retryAfterMs, retryAfterMaxMs) : 0;
}

function after(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}
