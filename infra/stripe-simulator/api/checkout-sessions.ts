import type Stripe from 'stripe';
import * as z from 'zod';
import { type Call, type Endpoint, endpoint } from '#api/endpoint.ts';
import { address, mergeMetadata, metadata, text, wholeNumber, word } from '#api/params.ts';
import { readEndpoints } from '#api/read-endpoints.ts';
import { expireCheckout } from '#billing/end-checkout.ts';
import { requireCustomer, requireRecurringPrice, requireRow } from '#billing/require-row.ts';
import { invalidRequest } from '#billing/stripe-failure.ts';
import { realNow } from '#clock/clock.ts';
import { buildCheckoutSession } from '#objects/build-checkout-session.ts';

const lineItem = z.strictObject({ price: word, quantity: z.literal('1', 'only 1 is simulated').optional() });

const creation = z.strictObject({
  mode: z.literal('subscription', 'only subscription is simulated'),
  line_items: z.tuple([lineItem], 'exactly one line is simulated'),
  success_url: address,
  cancel_url: address,
  customer: word,
  client_reference_id: text,
  expires_at: wholeNumber,
  metadata: metadata.optional(),
  subscription_data: z.strictObject({ metadata }).optional(),
});

export const checkoutEndpoints: readonly Endpoint[] = [
  endpoint('post', '/v1/checkout/sessions', creation.shape, openCheckout),
  ...readEndpoints('/v1/checkout/sessions', 'checkoutSessions', 'checkout.session', { customer: word }),
  endpoint('post', '/v1/checkout/sessions/:id/expire', {}, ({ simulation, id }) =>
    expireCheckout(simulation, requireRow(simulation.tables.checkoutSessions, 'checkout.session', id)),
  ),
];

function openCheckout({ simulation, params }: Call<z.output<typeof creation>>): Stripe.Checkout.Session {
  const { tables, clock, pagesUrl } = simulation;
  const { mode, line_items: lines, subscription_data: subscription, ...fields } = params;
  requireCustomer(simulation, params.customer, 'customer');
  const price = requireRecurringPrice(simulation, lines[0].price, 'line_items[0][price]');
  checkExpiry(params.expires_at);
  const session = buildCheckoutSession({
    ...fields,
    metadata: mergeMetadata({}, params.metadata),
    amount: price.unit_amount ?? 0,
    currency: price.currency,
    created: clock.now(),
    pagesUrl,
  });
  tables.checkoutSessions.set(session.id, session);
  tables.checkoutTerms.set(session.id, {
    id: session.id,
    price: price.id,
    subscriptionMetadata: mergeMetadata({}, subscription?.metadata),
    dueAt: params.expires_at + clock.offset(),
  });
  return session;
}

const lifeMinSeconds = 30 * 60;
const lifeMaxSeconds = 24 * 60 * 60;

// Callers use the real time, so `expires_at` is compared with it and not with the simulator's clock.
function checkExpiry(expiresAt: number): void {
  const life = expiresAt - realNow();
  if (life >= lifeMinSeconds && life <= lifeMaxSeconds) return;
  const rule = life < lifeMinSeconds ? 'at least 30 minutes' : 'less than 24 hours';
  throw invalidRequest(`The \`expires_at\` timestamp must be ${rule} from Checkout Session creation.`, {
    param: 'expires_at',
  });
}
