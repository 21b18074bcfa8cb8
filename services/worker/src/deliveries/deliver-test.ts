import type { WebhookEvent } from '@inlet/contracts/webhook-events';
import type { Logger } from '@inlet/process/logger';
import type { Pool } from 'pg';
import { recordTest } from '#deliveries/deliveries.store.ts';
import { nothingSent, type SendDeps, type Sent, sendEvent } from '#deliveries/send-event.ts';
import type { LoadedTarget } from '#deliveries/targets.store.ts';

export interface DeliverTestDeps extends SendDeps {
  readonly pool: Pool;
  readonly logger: Logger;
}

interface TestIds {
  readonly attemptId: string;
  readonly eventId: string;
}

/** Sends an event once, whatever the state of the target, and notes the attempt in its log as a test. */
export async function deliverTest(
  deps: DeliverTestDeps,
  target: LoadedTarget,
  event: WebhookEvent,
  { attemptId, eventId }: TestIds,
): Promise<Sent> {
  const { pool, logger, now } = deps;
  const at = new Date(event.timestamp);
  const sent = await sendEvent(deps, target, event, eventId).catch((err: unknown) => {
    logger.error({ err, targetId: target.id }, 'deliveries: request could not be made');
    const error = 'The request could not be made';
    return { ...nothingSent(at), error };
  });
  const { verdict, startedAt, durationMs, statusCode, error, response, responseHeaders } = sent;
  const attempt = {
    id: attemptId,
    targetId: target.id,
    eventId,
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
  return sent;
}
