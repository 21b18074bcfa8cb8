import Stripe from 'stripe';
import { all, newId } from '#objects/fields.ts';

export interface InvoiceLine {
  /** Negative for a credit. */
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

/**
 * A finalised invoice of a subscription, not paid yet. It includes the customer's balance, which is negative for
 * credit.
 */
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
    ...all(
      null,
      'account_tax_ids application automatically_finalizes_at custom_fields customer_account customer_address',
      'customer_phone customer_shipping default_payment_method default_source description due_date footer',
      'from_invoice hosted_invoice_url invoice_pdf last_finalization_error latest_revision next_payment_attempt',
      'on_behalf_of receipt_number rendering shipping_cost shipping_details statement_descriptor test_clock',
    ),
    ...all(0, 'amount_overpaid amount_shipping post_payment_credit_notes_amount pre_payment_credit_notes_amount'),
    ...all(
      [],
      'customer_tax_ids default_tax_rates discounts total_discount_amounts total_pretax_credit_amounts total_taxes',
    ),
    // Without taxes and discounts, all sums are the same.
    ...all(amount, 'subtotal subtotal_excluding_tax total total_excluding_tax'),
    account_country: 'ES',
    account_name: 'Inlet (local)',
    amount_due: due,
    amount_paid: 0,
    amount_remaining: due,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { enabled: false, ...all(null, 'disabled_reason liability provider status') },
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription.currency,
    customer: customer.id,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_tax_exempt: 'none',
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
    payment_settings: all(null, 'default_mandate payment_method_options payment_method_types'),
    period_end: periodStart,
    period_start: periodStart,
    starting_balance: customer.balance,
    status: 'open',
    status_transitions: { finalized_at: now, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    webhooks_delivered_at: now,
  };
}

function buildLine(invoice: string, line: InvoiceLine, subscription: Stripe.Subscription): Stripe.InvoiceLineItem {
  const { amount, description, price, period, isProration } = line;
  return {
    id: newId('il'),
    object: 'line_item',
    ...all([], 'discount_amounts discounts pretax_credit_amounts taxes'),
    amount,
    currency: subscription.currency,
    description,
    discountable: true,
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
    pricing: {
      price_details: { price: price.id, product: String(price.product) },
      type: 'price_details',
      unit_amount_decimal: Stripe.Decimal.from(price.unit_amount ?? 0),
    },
    quantity: 1,
    quantity_decimal: Stripe.Decimal.from(1),
    subscription: subscription.id,
    subtotal: amount,
  };
}
