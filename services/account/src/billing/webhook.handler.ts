import { malformedBody, serverError } from '@inlet/service/http-error';
import type { RequestHandler } from 'express';
import Stripe from 'stripe';
import { invalidSignature } from '#billing/billing-errors.ts';
import { aboutWhat } from '#billing/events/about-event.ts';
import { insertEvent } from '#billing/events/stripe-events.store.ts';
import type { AccountDeps } from '#deps/account-deps.ts';

/** Takes an event of Stripe's: proves that it is one, keeps it, answers, and lets the work be done behind the answer. */
export function webhookHandler(
  deps: Pick<AccountDeps, 'database' | 'stripe' | 'config' | 'eventSignal'>,
): RequestHandler {
  const { database, stripe, config, eventSignal } = deps;
  const isLive = /^[sr]k_live_/.test(config.STRIPE_SECRET_KEY);
  return async (request, response) => {
    if (!Buffer.isBuffer(request.body)) throw invalidSignature();
    const event = readEvent(stripe, request.body, request.headers['stripe-signature'], config.STRIPE_WEBHOOK_SECRETS);
    // Test events at a live installation, and the other way round, are somebody's mistake in Stripe's dashboard.
    if (event.livemode === isLive) {
      await insertEvent(database.pool, { id: event.id, type: event.type, ...aboutWhat(event) });
      eventSignal.send();
    }
    response.json({ received: true });
  };
}

/** Several secrets are valid while one replaces the other. */
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

/** Stripe's library refuses what is too old; what comes long before its time would be good to replay until then. */
function isFromTheFuture(signature: string): boolean {
  // Of several times in a header Stripe's library takes the last one.
  const [, seconds] = /^(?:.*,)?t=(\d+)/.exec(signature) ?? [];
  return Number(seconds) > Date.now() / 1_000 + Stripe.webhooks.DEFAULT_TOLERANCE;
}
