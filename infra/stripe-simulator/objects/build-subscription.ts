import Stripe from 'stripe';
import { endOfPeriod } from '#clock/end-of-period.ts';
import { all, newId } from '#objects/fields.ts';
import type { RecurringPrice } from '#state/tables.ts';

export interface SubscriptionFields {
  readonly customer: string;
  readonly price: RecurringPrice;
  readonly metadata: Stripe.Metadata;
}

export function buildSubscription({ customer, price, metadata }: SubscriptionFields, now: number): Stripe.Subscription {
  const id = newId('sub');
  return {
    id,
    object: 'subscription',
    ...all(
      null,
      'application application_fee_percent billing_cycle_anchor_config billing_thresholds cancel_at canceled_at',
      'customer_account days_until_due default_payment_method default_source description ended_at',
      'latest_invoice managed_payments next_pending_invoice_item_invoice on_behalf_of pause_collection',
      'pending_invoice_item_interval pending_setup_intent pending_update schedule test_clock transfer_data',
      'trial_end trial_start',
    ),
    ...all([], 'billing_schedules default_tax_rates discounts'),
    automatic_tax: { enabled: false, ...all(null, 'disabled_reason liability') },
    billing_cycle_anchor: now,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    cancel_at_period_end: false,
    cancellation_details: all(null, 'comment feedback feedback_option reason'),
    collection_method: 'charge_automatically',
    created: now,
    currency: price.currency,
    customer,
    invoice_settings: {
      ...all(null, 'account_tax_ids custom_fields description footer'),
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [buildItem(id, price, now)],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    livemode: false,
    metadata,
    payment_settings: {
      ...all(null, 'payment_method_options payment_method_types'),
      save_default_payment_method: 'off',
    },
    start_date: now,
    status: 'active',
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
  };
}

/** In the simulated API version only the item has the period. */
function buildItem(subscription: string, price: RecurringPrice, now: number): Stripe.SubscriptionItem {
  return {
    id: newId('si'),
    object: 'subscription_item',
    ...all(null, 'billing_thresholds current_trial'),
    ...all([], 'discounts tax_rates'),
    created: now,
    current_period_end: endOfPeriod(now, now, price.recurring.interval),
    current_period_start: now,
    metadata: {},
    plan: buildPlan(price),
    price,
    quantity: 1,
    subscription,
  };
}

/** The older shape of a price, which items still contain. */
export function buildPlan(price: RecurringPrice): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    ...all(null, 'meter tiers_mode transform_usage trial_period_days'),
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: Stripe.Decimal.from(price.unit_amount ?? 0),
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring.interval,
    interval_count: price.recurring.interval_count,
    livemode: false,
    metadata: price.metadata,
    nickname: price.nickname,
    product: price.product,
    usage_type: 'licensed',
  };
}
