import Stripe from 'stripe';
import { nulls } from '#objects/nulls.ts';

type ProductFields = Pick<Stripe.Product, 'id' | 'name' | 'description' | 'metadata' | 'default_price'>;

export function buildProduct(fields: ProductFields, now: number): Stripe.Product {
  return {
    object: 'product',
    ...nulls('package_dimensions shippable statement_descriptor tax_code tax_details unit_label url'),
    active: true,
    created: now,
    images: [],
    livemode: false,
    marketing_features: [],
    type: 'service',
    updated: now,
    ...fields,
  };
}

interface PriceFields {
  readonly id: string;
  readonly product: string;
  /** In cents of a euro. */
  readonly unit_amount: number;
  readonly interval: 'month' | 'year';
}

export function buildPrice({ interval, ...fields }: PriceFields, now: number): Stripe.Price {
  return {
    object: 'price',
    ...nulls('custom_unit_amount lookup_key nickname tiers_mode transform_quantity'),
    active: true,
    billing_scheme: 'per_unit',
    created: now,
    currency: 'eur',
    livemode: false,
    metadata: {},
    recurring: { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
    tax_behavior: 'unspecified',
    type: 'recurring',
    unit_amount_decimal: Stripe.Decimal.from(fields.unit_amount),
    ...fields,
  };
}
