import type Stripe from 'stripe';
import { newId } from '#objects/new-id.ts';

type Fields = Partial<Pick<Stripe.Customer, 'email' | 'name' | 'description' | 'phone' | 'metadata'>>;

export function buildCustomer(fields: Fields, now: number): Stripe.Customer {
  const id = newId('cus');
  return {
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created: now,
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    ...fields,
  };
}
