import { malformedBody, serverError } from '@inlet/http/errors';
import Stripe from 'stripe';
import type { BillingDeps } from '#billing/billing-deps.ts';
import { aboutWhat } from '#billing/events/about-event.ts';
import type { Signal } from '#billing/events/signal.ts';
import { insertEvent } from '#billing/events/stripe-events.store.ts';
import { invalidSignature } from '#errors.ts';

/** Verifies and stores a Stripe event; it is processed later. */
export async function receiveEvent(
  {
    database,
    stripe,
    config,
    eventSignal,
  }: Pick<BillingDeps, 'database' | 'stripe' | 'config'> & { readonly eventSignal: Signal },
  body: unknown,
  signature: string | string[] | undefined,
): Promise<void> {
  if (!Buffer.isBuffer(body)) throw invalidSignature();
  const event = readEvent(stripe, body, signature, config.STRIPE_WEBHOOK_SECRETS);
  // Test events at a live installation, or the reverse, are a configuration mistake in Stripe's dashboard.
  const isLive = /^[sr]k_live_/.test(config.STRIPE_SECRET_KEY);
  if (event.livemode !== isLive) return;
  await insertEvent(database.pool, { id: event.id, type: event.type, ...aboutWhat(event) });
  eventSignal.send();
}

/** Several secrets are valid during a rotation. */
function readEvent(
  stripe: Stripe,
  body: Buffer,
  signature: string | string[] | undefined,
  secrets: readonly string[],
): Stripe.Event {
  if (typeof signature !== 'string' || isFromTheFuture(signature)) throw invalidSignature();
  for (const secret of secrets) {
    try {
      return stripe.webhooks.constructEvent(body, signature, secret);
    } catch (error) {
      if (error instanceof SyntaxError) throw malformedBody();
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw serverError();
    }
  }
  throw invalidSignature();
}

/** Stripe's library only rejects old signatures. One from the future could be replayed until then. */
function isFromTheFuture(signature: string): boolean {
  // If a header has several times, Stripe's library uses the last one.
  const [, seconds] = /^(?:.*,)?t=(\d+)/.exec(signature) ?? [];
  return Number(seconds) > Date.now() / 1_000 + Stripe.webhooks.DEFAULT_TOLERANCE;
}
