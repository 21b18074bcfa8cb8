import type { JobHandlers } from '@inlet/queue/consumers';
import type { DeliveryDeps } from '#deliveries/deliver-one.ts';
import { recordTest } from '#deliveries/deliveries.store.ts';
import { nothingSent, sendEvent } from '#deliveries/send-event.ts';
import { loadTarget } from '#deliveries/targets.store.ts';
import { writeExample } from '#deliveries/write-event.ts';

/** Sends an example to a target in whatever state, once. Account waits for its row in the log. */
export function testTargetJob(deps: DeliveryDeps): JobHandlers['test-target'] {
  return async ({ targetId, attemptId }) => {
    const { pool, logger, now } = deps;
    const target = await loadTarget(pool, targetId);
    if (!target) return;
    const at = now();
    const event = writeExample(target, attemptId, at, deps);
    const sent = await sendEvent(deps, target, event, attemptId).catch((err: unknown) => {
      logger.error({ err, targetId }, 'deliveries: request could not be made');
      const error = 'The request could not be made';
      return { ...nothingSent(at), error };
    });
    const { verdict, startedAt, durationMs, statusCode, error, response, responseHeaders } = sent;
    const attempt = {
      id: attemptId,
      targetId,
      eventId: attemptId,
      type: event.type,
      submissionId: null,
      number: 1,
      state: verdict === 'succeeded' ? ('succeeded' as const) : ('failed' as const),
      statusCode,
      durationMs,
      error,
      response,
      responseHeaders,
      isTest: true,
      replayId: null,
      startedAt,
      occurredAt: at,
    };
    await recordTest(pool, attempt, now());
  };
}
