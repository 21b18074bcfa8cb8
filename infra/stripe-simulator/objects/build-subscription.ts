import Stripe from 'stripe';
import { endOfPeriod } from '#clock/end-of-period.ts';
import { newId } from '#objects/new-id.ts';
import { nulls } from '#objects/nulls.ts';

export interface SubscriptionFields {
  readonly customer: string;
  readonly price: Stripe.Price & { readonly recurring: Stripe.Price.Recurring };
  readonly metadata: Stripe.Metadata;
}

export function buildSubscription({ customer, price, metadata }: SubscriptionFields, now: number): Stripe.Subscription {
  const id = newId('sub');
  return {
    id,
    object: 'subscription',
    ...nulls(
      'application application_fee_percent billing_cycle_anchor_config billing_thresholds cancel_at canceled_at',
      'customer_account days_until_due default_payment_method default_source description ended_at',
      'latest_invoice managed_payments next_pending_invoice_item_invoice on_behalf_of pause_collection',
      'pending_invoice_item_interval pending_setup_intent pending_update schedule test_clock transfer_data',
      'trial_end trial_start',
    ),
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    cancel_at_period_end: false,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: price.currency,
    customer,
    default_tax_rates: [],
    discounts: [],
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
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
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    start_date: now,
    status: 'active',
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
  };
}

/** The period lives on the item, and nowhere else since the version that is simulated. */
function buildItem(subscription: string, price: SubscriptionFields['price'], now: number): Stripe.SubscriptionItem {
  return {
    id: newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: endOfPeriod(now, now, price.recurring.interval),
    current_period_start: now,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: buildPlan(price),
    price,
    quantity: 1,
    subscription,
    tax_rates: [],
  };
}

/** The older shape of a price, which items still carry beside it. */
export function buildPlan(price: SubscriptionFields['price']): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    ...nulls('meter tiers_mode transform_usage trial_period_days'),
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
