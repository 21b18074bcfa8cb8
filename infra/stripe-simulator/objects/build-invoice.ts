import Stripe from 'stripe';
import { newId } from '#objects/new-id.ts';
import { nulls } from '#objects/nulls.ts';

export interface InvoiceLine {
  /** Negative for what is given back. */
  readonly amount: number;
  readonly description: string;
  readonly price: Stripe.Price;
  readonly period: { readonly start: number; readonly end: number };
  readonly isProration: boolean;
}

interface Fields {
  readonly subscription: Stripe.Subscription;
  readonly customer: Stripe.Customer;
  readonly reason: Stripe.Invoice.BillingReason;
  readonly number: string | null;
  readonly lines: readonly InvoiceLine[];
}

/** A finalised invoice of a subscription, not paid yet. The customer's balance, which is negative for credit, counts. */
export function buildInvoice(fields: Fields, now: number): Stripe.Invoice {
  const { subscription, customer, reason, number, lines } = fields;
  const [item] = subscription.items.data;
  const periodStart = item?.current_period_start ?? now;
  const id = newId('in');
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  const balanced = amount + customer.balance;
  const due = Math.max(0, balanced);
  return {
    id,
    object: 'invoice',
    ...nulls(
      'account_tax_ids application automatically_finalizes_at custom_fields customer_account customer_address',
      'customer_phone customer_shipping default_payment_method default_source description due_date footer',
      'from_invoice hosted_invoice_url invoice_pdf last_finalization_error latest_revision next_payment_attempt',
      'on_behalf_of receipt_number rendering shipping_cost shipping_details statement_descriptor test_clock',
    ),
    account_country: 'ES',
    account_name: 'Inlet (local)',
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription.currency,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_tax_rates: [],
    discounts: [],
    effective_at: now,
    ending_balance: Math.min(0, balanced),
    issuer: { type: 'self' },
    lines: {
      object: 'list',
      data: lines.map((line) => buildLine(id, line, subscription)),
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    number,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: periodStart,
    period_start: periodStart,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: customer.balance,
    status: 'open',
    status_transitions: { finalized_at: now, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: amount,
    subtotal_excluding_tax: amount,
    total: amount,
    total_discount_amounts: [],
    total_excluding_tax: amount,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: now,
  };
}

function buildLine(invoice: string, line: InvoiceLine, subscription: Stripe.Subscription): Stripe.InvoiceLineItem {
  const { amount, description, price, period, isProration } = line;
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: subscription.currency,
    description,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: isProration,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: String(subscription.items.data[0]?.id),
      },
      type: 'subscription_item_details',
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: String(price.product) },
      type: 'price_details',
      unit_amount_decimal: Stripe.Decimal.from(price.unit_amount ?? 0),
    },
    quantity: 1,
    quantity_decimal: Stripe.Decimal.from(1),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  };
}
