import Stripe from 'stripe';
import { all } from '#objects/fields.ts';
import type { Tables } from '#state/tables.ts';

const proFeatures = [
  '20 forms',
  '5,000 submissions per month',
  'Webhooks',
  'Analytics',
  'Automatic deletion',
  'Priority support',
];

/**
 * The products of a local installation, each with its prices in cents. A year of pro is 180 EUR, so early_pro saves
 * 131.
 */
const catalogue = [
  {
    id: 'prod_inlet_starter',
    name: 'Starter',
    description: 'For a first website',
    prices: [{ id: 'price_inlet_starter_monthly', unit_amount: 500, interval: 'month' }],
    features: ['5 forms', '1,000 submissions per month', 'Webhooks', 'Email support'],
    metadata: { plan_key: 'starter', sale: 'soon' },
  },
  {
    id: 'prod_inlet_pro',
    name: 'Pro',
    description: 'For several busy websites',
    prices: [
      { id: 'price_inlet_pro_monthly', unit_amount: 1_500, interval: 'month' },
      { id: 'price_inlet_pro_yearly', unit_amount: 18_000, interval: 'year' },
    ],
    features: proFeatures,
    metadata: { plan_key: 'pro', sale: 'soon' },
  },
  {
    id: 'prod_inlet_early_pro',
    name: 'Early Pro',
    description: 'Everything in Pro, for the first 20 customers',
    prices: [{ id: 'price_inlet_early_pro_yearly', unit_amount: 4_900, interval: 'year' }],
    features: proFeatures,
    metadata: { plan_key: 'early_pro', sale: 'waitlist', capacity: '20' },
  },
] as const;

/** Adds the products, without events: no webhook existed before them. */
export function seedCatalogue(tables: Tables, now: number): void {
  for (const { prices, features, metadata, ...fields } of catalogue) {
    tables.products.set(fields.id, {
      object: 'product',
      ...all(null, 'package_dimensions shippable statement_descriptor tax_code tax_details unit_label url'),
      active: true,
      created: now,
      default_price: prices[0].id,
      images: [],
      livemode: false,
      marketing_features: [],
      metadata: { ...metadata, features: JSON.stringify(features) },
      type: 'service',
      updated: now,
      ...fields,
    });
    for (const { id, unit_amount, interval } of prices) {
      tables.prices.set(id, {
        id,
        object: 'price',
        ...all(null, 'custom_unit_amount lookup_key nickname tiers_mode transform_quantity'),
        active: true,
        billing_scheme: 'per_unit',
        created: now,
        currency: 'eur',
        livemode: false,
        metadata: {},
        product: fields.id,
        recurring: { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
        tax_behavior: 'unspecified',
        type: 'recurring',
        unit_amount,
        unit_amount_decimal: Stripe.Decimal.from(unit_amount),
      });
    }
  }
}
