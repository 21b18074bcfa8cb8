import type Stripe from 'stripe';
import { newId } from '#objects/new-id.ts';
import { nulls } from '#objects/nulls.ts';

type Given =
  | 'customer'
  | 'client_reference_id'
  | 'metadata'
  | 'success_url'
  | 'cancel_url'
  | 'currency'
  | 'created'
  | 'expires_at';

interface Fields extends Pick<Stripe.Checkout.Session, Given> {
  readonly amount: number;
  readonly pagesUrl: string;
}

/** A checkout session, open until it is paid or expires. */
export function buildCheckoutSession({ amount, pagesUrl, ...fields }: Fields): Stripe.Checkout.Session {
  const id = newId('cs_test');
  return {
    id,
    object: 'checkout.session',
    ...nulls(
      'adaptive_pricing after_expiration allow_promotion_codes allowed_payment_method_types',
      'billing_address_collection client_secret collected_information consent consent_collection',
      'currency_conversion customer_account customer_creation customer_details customer_email',
      'integration_identifier invoice invoice_creation locale managed_payments origin_context payment_intent',
      'payment_link payment_method_configuration_details payment_method_options permissions recovered_from',
      'saved_payment_method_options setup_intent shipping_address_collection shipping_cost submit_type',
      'subscription wallet_options',
    ),
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    discounts: [],
    livemode: false,
    mode: 'subscription',
    payment_method_collection: 'always',
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    phone_number_collection: { enabled: false },
    shipping_options: [],
    status: 'open',
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${pagesUrl}/c/pay/${id}`,
    ...fields,
  };
}
