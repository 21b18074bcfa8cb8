import { STATUS_CODES } from 'node:http';
import { presets } from '@inlet/contracts/presets/all-presets';
import { targetContext, targetSecretsSchema } from '@inlet/contracts/target-secrets';
import type { WebhookEvent } from '@inlet/contracts/webhook-events';
import type { Sealing } from '@inlet/crypto/sealing';
import type { Outbound, OutgoingRequest } from '@inlet/outbound/exchange';
import { judgeAnswer } from '@inlet/outbound/judge-answer';
import { renderDelivery } from '@inlet/outbound/render-delivery';
import { Unsendable } from '@inlet/outbound/render-template';
import { signatureHeaders } from '@inlet/outbound/signatures';
import { hideSecrets, secretsOf } from '#deliveries/hide-secrets.ts';
import type { LoadedTarget } from '#deliveries/targets.store.ts';
import type { EventLinks } from '#deliveries/write-event.ts';

export interface SendDeps extends EventLinks {
  readonly outbound: Outbound;
  readonly sealing: Sealing;
  readonly now: () => Date;
}

export interface Sent {
  readonly verdict: 'succeeded' | 'failed' | 'gone';
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly statusCode: number | null;
  /** A sentence for the owner. */
  readonly error: string | null;
  readonly response: string | null;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  readonly retryAfterMs: number;
  /** The same event fails in the same way each time. */
  readonly isLasting: boolean;
}

/** A failure before anything was sent. */
export function nothingSent(startedAt: Date): Sent {
  const nothing = { durationMs: 0, statusCode: null, error: null, response: null, responseHeaders: null };
  return { ...nothing, retryAfterMs: 0, isLasting: false, verdict: 'failed', startedAt };
}

/**
 * Sends an event to a target once. Throws for a fault of our own, as without the key that sealed the target's secrets:
 * this is nobody's attempt.
 */
export async function sendEvent(
  { outbound, sealing, now }: SendDeps,
  target: LoadedTarget,
  event: WebhookEvent,
  eventId: string,
): Promise<Sent> {
  const { id, kind, sealed, template, fieldRoles, oldSecretUntil } = target;
  const secrets = targetSecretsSchema.parse(JSON.parse(sealing.open(sealed, targetContext(id))));
  const preset = presets[kind];
  const values = { ...secrets.settings, url: secrets.url };
  const settings = { values, headers: secrets.headers, template: template ?? undefined, fieldRoles };
  const at = now();
  let request: OutgoingRequest;
  try {
    request = renderDelivery(preset, settings, event, eventId);
  } catch (error) {
    if (!(error instanceof Unsendable)) throw error;
    return { ...nothingSent(at), error: error.message, isLasting: true };
  }
  const { url, method, headers, body } = request;
  const { secret, oldSecret } = secrets;
  const signing = oldSecret && oldSecretUntil && oldSecretUntil > at ? [secret, oldSecret] : [secret];
  const signed = { ...headers, ...signatureHeaders({ id: eventId, body, at, secrets: signing }) };
  // A round that is under way ends in its own time: to break off here would send the delivery twice.
  const answer = await outbound.deliver({ url, method, headers: signed, body }, new AbortController().signal);
  const sent = { ...nothingSent(at), durationMs: answer.durationMs };
  const hidden = secretsOf(preset, secrets);
  if (answer.kind === 'failed') return { ...sent, error: hideSecrets(answer.error, hidden) };
  const { state, retryAfterMs = 0 } = judgeAnswer(preset, answer, at.getTime());
  return {
    ...sent,
    verdict: state,
    statusCode: answer.status,
    error: state === 'succeeded' ? null : complaintAbout(answer.status),
    response: hideSecrets(answer.excerpt, hidden),
    responseHeaders: Object.fromEntries(
      Object.entries(answer.shownHeaders).map(([name, value]) => [name, hideSecrets(value, hidden)]),
    ),
    retryAfterMs,
  };
}

function complaintAbout(status: number): string {
  const answered = `The server answered ${[status, STATUS_CODES[status]].join(' ').trim()}`;
  if (status === 410) return `${answered}: it wants no further deliveries`;
  if (status >= 300 && status < 400) return `${answered}, and redirects are not followed`;
  if (status >= 200 && status < 300) return `${answered}, but its answer says that it failed`;
  return answered;
}
