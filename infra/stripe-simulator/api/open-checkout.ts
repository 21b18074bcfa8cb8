import type Stripe from 'stripe';
import type { CheckoutCreation } from '#api/checkout-params.ts';
import type { Call } from '#api/endpoint.ts';
import { mergeMetadata } from '#api/params.ts';
import { requireCustomer, requireRecurringPrice } from '#billing/require-row.ts';
import { invalidRequest } from '#billing/stripe-failure.ts';
import { realNow } from '#clock/clock.ts';
import { buildCheckoutSession } from '#objects/build-checkout-session.ts';
import { newId } from '#objects/new-id.ts';

const lifeMinSeconds = 30 * 60;
const lifeMaxSeconds = 24 * 60 * 60;

/** Opens a checkout for one price. */
export function openCheckout({ simulation, params, origin }: Call<CheckoutCreation>): Stripe.Checkout.Session {
  const { tables, clock } = simulation;
  const { customer, customer_email: email, subscription_data: subscription } = params;
  if (customer !== undefined && email !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: customer, customer_email.');
  }
  if (customer !== undefined) requireCustomer(simulation, customer, 'customer');
  const { price: priceId = '', quantity = 1 } = params.line_items[0] ?? {};
  const price = requireRecurringPrice(simulation, priceId, 'line_items[0][price]');
  const expiresAt = params.expires_at ?? realNow() + lifeMaxSeconds;
  checkExpiry(expiresAt);

  const id = newId('cs_test');
  const session = buildCheckoutSession({
    id,
    url: `${origin}/c/pay/${id}`,
    customer: customer ?? null,
    customer_email: email ?? null,
    client_reference_id: params.client_reference_id ?? null,
    metadata: mergeMetadata({}, params.metadata),
    success_url: params.success_url,
    cancel_url: params.cancel_url ?? null,
    currency: price.currency,
    created: clock.now(),
    expires_at: expiresAt,
    amount: (price.unit_amount ?? 0) * quantity,
  });
  tables.checkoutSessions.set(id, session);
  tables.checkoutTerms.set(id, {
    id,
    price: price.id,
    quantity,
    lineItemId: newId('li'),
    subscriptionMetadata: mergeMetadata({}, subscription?.metadata),
    subscriptionDescription: subscription?.description ?? null,
    dueAt: expiresAt + clock.offset(),
  });
  return session;
}

// Callers use the real time, so `expires_at` is compared with it and not with the simulator's clock.
function checkExpiry(expiresAt: number): void {
  const life = expiresAt - realNow();
  const refuse = (rule: string) =>
    invalidRequest(`The \`expires_at\` timestamp must be ${rule} from Checkout Session creation.`, {
      param: 'expires_at',
    });
  if (life < lifeMinSeconds) throw refuse('at least 30 minutes');
  if (life > lifeMaxSeconds) throw refuse('less than 24 hours');
}
