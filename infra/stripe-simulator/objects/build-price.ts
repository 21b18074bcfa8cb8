import Stripe from 'stripe';
import { newId } from '#objects/new-id.ts';
import { nulls } from '#objects/nulls.ts';

interface Fields extends Partial<Pick<Stripe.Price, 'id' | 'active' | 'metadata' | 'nickname' | 'lookup_key'>> {
  readonly product: string;
  readonly currency: string;
  readonly unit_amount: number;
  readonly recurring: Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'> | null;
}

export function buildPrice({ recurring, ...fields }: Fields, now: number): Stripe.Price {
  return {
    id: newId('price'),
    object: 'price',
    ...nulls('custom_unit_amount lookup_key nickname tiers_mode transform_quantity'),
    active: true,
    billing_scheme: 'per_unit',
    created: now,
    livemode: false,
    metadata: {},
    recurring: recurring && { ...recurring, meter: null, trial_period_days: null, usage_type: 'licensed' },
    tax_behavior: 'unspecified',
    type: recurring ? 'recurring' : 'one_time',
    unit_amount_decimal: Stripe.Decimal.from(fields.unit_amount),
    ...fields,
  };
}
