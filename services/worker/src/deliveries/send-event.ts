import { presets } from '@inlet/contracts/presets/all-presets';
import { targetContext, targetSecretsSchema } from '@inlet/contracts/target-secrets';
import type { WebhookEvent } from '@inlet/contracts/webhook-events';
import type { Outbound } from '@inlet/outbound/exchange';
import { judgeAnswer } from '@inlet/outbound/judge-answer';
import { renderDelivery } from '@inlet/outbound/render-delivery';
import { signatureHeaders } from '@inlet/outbound/signatures';
import type { FileLinks } from '@inlet/service/file-links';
import type { Sealing } from '@inlet/service/sealing';
import type { LoadedTarget } from '#deliveries/targets.store.ts';

export interface SendDeps {
  readonly outbound: Outbound;
  readonly sealing: Sealing;
  readonly now: () => Date;
  readonly fileLinks: FileLinks;
}

export interface Sent {
  readonly verdict: 'succeeded' | 'failed' | 'gone';
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly statusCode: number | null;
  /** A sentence for the owner. */
  readonly error: string | null;
  readonly response: string | null;
  readonly retryAfterMs: number;
}

/**
 * Sends an event to a target once. Throws if the request cannot even be made, as without the key that sealed its
 * secrets: this is no fault of the receiver.
 */
export async function sendEvent(
  { outbound, sealing, now }: SendDeps,
  target: LoadedTarget,
  event: WebhookEvent,
  eventId: string,
): Promise<Sent> {
  const { id, kind, sealed, template, oldSecretUntil } = target;
  const secrets = targetSecretsSchema.parse(JSON.parse(sealing.open(sealed, targetContext(id))));
  const preset = presets[kind];
  const values = { ...secrets.settings, url: secrets.url };
  const settings = { values, headers: secrets.headers, template: template ?? undefined };
  const { url, method, headers, body } = renderDelivery(preset, settings, event, eventId);
  const at = now();
  const { secret, oldSecret } = secrets;
  const signing = oldSecret && oldSecretUntil && oldSecretUntil > at ? [secret, oldSecret] : [secret];
  const signed = { ...headers, ...signatureHeaders({ id: eventId, body, at, secrets: signing }) };
  // A turn that is under way ends in its own time: to break off here would send the delivery twice.
  const answer = await outbound.deliver({ url, method, headers: signed, body }, new AbortController().signal);
  const { durationMs } = answer;
  const sent = { startedAt: at, durationMs, statusCode: null, error: null, response: null, retryAfterMs: 0 };
  if (answer.kind === 'failed') return { ...sent, verdict: 'failed', error: answer.error };
  const { state, retryAfterMs = 0 } = judgeAnswer(preset, answer, at.getTime());
  return {
    ...sent,
    verdict: state,
    statusCode: answer.status,
    error: state === 'succeeded' ? null : complaintAbout(answer.status),
    response: answer.excerpt,
    retryAfterMs,
  };
}

function complaintAbout(status: number): string {
  if (status === 410) return 'The receiver answered 410: it wants no further deliveries';
  if (status >= 300 && status < 400) return `The receiver answered ${status}, and redirects are not followed`;
  if (status >= 200 && status < 300) return `The receiver answered ${status}, but its answer says that it failed`;
  return `The receiver answered ${status}`;
}
