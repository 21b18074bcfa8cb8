import type Stripe from 'stripe';
import { newId } from '#objects/new-id.ts';
import { nulls } from '#objects/nulls.ts';

export function buildCustomer(fields: Pick<Stripe.Customer, 'email' | 'metadata'>, now: number): Stripe.Customer {
  const id = newId('cus');
  return {
    id,
    object: 'customer',
    ...nulls('address currency default_source description discount name phone shipping test_clock'),
    balance: 0,
    created: now,
    delinquent: false,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    preferred_locales: [],
    tax_exempt: 'none',
    ...fields,
  };
}
