import Stripe from 'stripe';

export interface StripeSettings {
  readonly STRIPE_SECRET_KEY: string;
  /** The address of Stripe's API, unless it is Stripe itself. */
  readonly STRIPE_API_URL?: string | undefined;
}

/** A user is waiting for the response, so an unavailable Stripe is reported soon. */
const timeoutMs = 10_000;
const retries = 2;

/** Transactions that call Stripe: three attempts of ten seconds each and their pauses must fit. */
export const stripeTransaction = { timeout: 45_000, maxWait: 10_000 };

/** Stripe's own client, for Stripe or its simulator. */
export function createStripe({ STRIPE_SECRET_KEY, STRIPE_API_URL }: StripeSettings): Stripe {
  const elsewhere = STRIPE_API_URL === undefined ? {} : addressOf(new URL(STRIPE_API_URL));
  return new Stripe(STRIPE_SECRET_KEY, {
    maxNetworkRetries: retries,
    timeout: timeoutMs,
    telemetry: false,
    ...elsewhere,
  });
}

function addressOf({ hostname, port, protocol }: URL) {
  const isPlain = protocol === 'http:';
  return {
    host: hostname,
    port: port || (isPlain ? 80 : 443),
    protocol: isPlain ? 'http' : 'https',
  } as const;
}

/** True if Stripe understood and refused the request: nothing was created, and a retry is useless. */
export function isRefusedByStripe(error: unknown): boolean {
  const refusals = [
    Stripe.errors.StripeInvalidRequestError,
    Stripe.errors.StripeCardError,
    Stripe.errors.StripePermissionError,
    Stripe.errors.StripeAuthenticationError,
  ];
  return refusals.some((refusal) => error instanceof refusal);
}

/** True if the requested object does not exist, or no longer exists. */
export function isMissingAtStripe(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

/** True if an idempotency key was already used with other parameters: its object exists. */
export function isKnownKey(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeIdempotencyError;
}

/** The id in a field that Stripe fills with an id or with the whole object. */
export function idOf(reference: string | { readonly id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}

/** Stripe's times are in seconds. */
export function dateOf(seconds: number): Date {
  return new Date(seconds * 1_000);
}
