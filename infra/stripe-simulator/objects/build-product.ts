import type Stripe from 'stripe';
import { newId } from '#objects/new-id.ts';
import { nulls } from '#objects/nulls.ts';

type Fields = Pick<Stripe.Product, 'name'> &
  Partial<Pick<Stripe.Product, 'id' | 'description' | 'metadata' | 'active' | 'default_price'>>;

export function buildProduct(fields: Fields, now: number): Stripe.Product {
  return {
    id: newId('prod'),
    object: 'product',
    ...nulls(
      'default_price description package_dimensions shippable statement_descriptor tax_code tax_details',
      'unit_label url',
    ),
    active: true,
    created: now,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    type: 'service',
    updated: now,
    ...fields,
  };
}
