import type { JobHandlers } from '@inlet/queue/consumers';
import type { DeliveryDeps } from '#deliveries/deliver-one.ts';
import { recordTest } from '#deliveries/deliveries.store.ts';
import { sendEvent } from '#deliveries/send-event.ts';
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
      return { verdict: 'failed', startedAt: at, durationMs: 0, statusCode: null, error, response: null } as const;
    });
    const { verdict, startedAt, durationMs, statusCode, error, response } = sent;
    await recordTest(pool, {
      id: attemptId,
      targetId,
      eventId: attemptId,
      type: event.type,
      submissionId: null,
      number: 1,
      state: verdict === 'succeeded' ? 'succeeded' : 'failed',
      statusCode,
      durationMs,
      error,
      response,
      isTest: true,
      replayId: null,
      startedAt,
      occurredAt: at,
    });
  };
}
