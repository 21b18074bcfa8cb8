import type { Sale } from '@inlet/contracts/billing';

export interface CataloguePrice {
  readonly id: string;
  /** In cents of a euro. */
  readonly unitAmount: number;
  readonly interval: 'month' | 'year';
}

export interface CatalogueEntry {
  readonly productId: string;
  readonly planKey: string;
  readonly name: string;
  readonly description: string;
  /** In the order in which they are shown. */
  readonly prices: readonly [CataloguePrice, ...CataloguePrice[]];
  readonly sale: Sale;
  readonly capacity?: number;
  readonly features: readonly string[];
}

const proFeatures = [
  '20 forms',
  '5,000 submissions per month',
  'Webhooks',
  'Analytics',
  'Automatic deletion',
  'Priority support',
];

/** The products of a local installation. A year of pro is 180 EUR, so early_pro saves 131. */
export const catalogue: readonly CatalogueEntry[] = [
  {
    productId: 'prod_inlet_starter',
    planKey: 'starter',
    name: 'Starter',
    description: 'For a first website',
    prices: [{ id: 'price_inlet_starter_monthly', unitAmount: 500, interval: 'month' }],
    sale: 'soon',
    features: ['5 forms', '1,000 submissions per month', 'Webhooks', 'Email support'],
  },
  {
    productId: 'prod_inlet_pro',
    planKey: 'pro',
    name: 'Pro',
    description: 'For several busy websites',
    prices: [
      { id: 'price_inlet_pro_monthly', unitAmount: 1_500, interval: 'month' },
      { id: 'price_inlet_pro_yearly', unitAmount: 18_000, interval: 'year' },
    ],
    sale: 'soon',
    features: proFeatures,
  },
  {
    productId: 'prod_inlet_early_pro',
    planKey: 'early_pro',
    name: 'Early Pro',
    description: 'Everything in Pro, for the first 20 customers',
    prices: [{ id: 'price_inlet_early_pro_yearly', unitAmount: 4_900, interval: 'year' }],
    sale: 'waitlist',
    capacity: 20,
    features: proFeatures,
  },
];
