import type Stripe from 'stripe';
import { newId } from '#objects/new-id.ts';

type Fields = Pick<Stripe.Product, 'name'> &
  Partial<Pick<Stripe.Product, 'id' | 'description' | 'metadata' | 'active' | 'default_price'>>;

export function buildProduct(fields: Fields, now: number): Stripe.Product {
  return {
    id: newId('prod'),
    object: 'product',
    active: true,
    created: now,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: now,
    url: null,
    ...fields,
  };
}
