import type Stripe from 'stripe';
import * as z from 'zod';
import { type Call, type Endpoint, endpoint } from '#api/endpoint.ts';
import { address, mergeMetadata, metadata, text, wholeNumber, word } from '#api/params.ts';
import { readEndpoints } from '#api/read-endpoints.ts';
import { expireCheckout } from '#billing/end-checkout.ts';
import { requireCustomer, requirePrice, requireRow } from '#billing/require-row.ts';
import { invalidRequest } from '#billing/stripe-failure.ts';
import { realNow } from '#clock/clock.ts';
import { all, newId } from '#objects/fields.ts';

const lineItem = z.strictObject({ price: word, quantity: z.literal('1', 'only 1 is simulated').optional() });

const checkout = z.strictObject({
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
const portal = z.strictObject({ customer: word, return_url: address });

/** The sessions of the checkout and of the portal, each for one customer. */
export const sessionEndpoints: readonly Endpoint[] = [
  endpoint('post', '/v1/checkout/sessions', checkout.shape, openCheckout),
  ...readEndpoints('/v1/checkout/sessions', 'checkoutSessions', 'checkout.session', { customer: word }),
  endpoint('post', '/v1/checkout/sessions/:id/expire', {}, ({ simulation, id }) =>
    expireCheckout(simulation, requireRow(simulation.tables.checkoutSessions, 'checkout.session', id)),
  ),
  endpoint('post', '/v1/billing_portal/sessions', portal.shape, openPortal),
];

function openCheckout({ simulation, params }: Call<z.output<typeof checkout>>): Stripe.Checkout.Session {
  const { tables, clock, pagesUrl } = simulation;
  const { line_items: lines, subscription_data: subscription, ...fields } = params;
  requireCustomer(simulation, params.customer, 'customer');
  const price = requirePrice(simulation, lines[0].price, 'line_items[0][price]');
  checkExpiry(params.expires_at);
  const id = newId('cs_test');
  const session: Stripe.Checkout.Session = {
    id,
    object: 'checkout.session',
    ...all(
      null,
      'adaptive_pricing after_expiration allow_promotion_codes allowed_payment_method_types',
      'billing_address_collection client_secret collected_information consent consent_collection',
      'currency_conversion customer_account customer_creation customer_details customer_email',
      'integration_identifier invoice invoice_creation locale managed_payments origin_context payment_intent',
      'payment_link payment_method_configuration_details payment_method_options permissions recovered_from',
      'saved_payment_method_options setup_intent shipping_address_collection shipping_cost submit_type',
      'subscription wallet_options',
    ),
    ...all([], 'custom_fields discounts shipping_options'),
    amount_subtotal: price.unit_amount,
    amount_total: price.unit_amount,
    automatic_tax: { enabled: false, ...all(null, 'liability provider status') },
    created: clock.now(),
    currency: price.currency,
    custom_text: all(null, 'after_submit shipping_address submit terms_of_service_acceptance'),
    livemode: false,
    payment_method_collection: 'always',
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    phone_number_collection: { enabled: false },
    status: 'open',
    total_details: all(0, 'amount_discount amount_shipping amount_tax'),
    ui_mode: 'hosted_page',
    url: `${pagesUrl}/c/pay/${id}`,
    ...fields,
    metadata: mergeMetadata({}, params.metadata),
  };
  tables.checkoutSessions.set(id, session);
  const subscriptionMetadata = mergeMetadata({}, subscription?.metadata);
  const dueAt = params.expires_at + clock.offset();
  tables.checkoutTerms.set(id, { id, price: price.id, subscriptionMetadata, dueAt });
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

function openPortal({ simulation, params }: Call<z.output<typeof portal>>): Stripe.BillingPortal.Session {
  requireCustomer(simulation, params.customer, 'customer');
  const id = newId('bps');
  const session: Stripe.BillingPortal.Session = {
    id,
    object: 'billing_portal.session',
    ...all(null, 'customer_account flow locale on_behalf_of'),
    configuration: 'bpc_local',
    created: simulation.clock.now(),
    livemode: false,
    url: `${simulation.pagesUrl}/p/session/${id}`,
    ...params,
  };
  simulation.tables.portalSessions.set(id, session);
  return session;
}
