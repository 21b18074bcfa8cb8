import type Stripe from 'stripe';
import { newId } from '#objects/new-id.ts';
import { nulls } from '#objects/nulls.ts';

/** The payment intent of an invoice, for all attempts. */
export function buildPaymentIntent(invoice: Stripe.Invoice, now: number): Stripe.PaymentIntent {
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    ...nulls(
      'allowed_payment_method_types application application_fee_amount automatic_payment_methods canceled_at',
      'cancellation_reason customer_account excluded_payment_method_types last_payment_error latest_charge',
      'managed_payments next_action on_behalf_of payment_method payment_method_configuration_details',
      'payment_method_options payment_record processing receipt_email review shipping source',
      'statement_descriptor statement_descriptor_suffix transfer_data transfer_group',
    ),
    amount: invoice.amount_due,
    amount_capturable: 0,
    amount_received: 0,
    capture_method: 'automatic',
    client_secret: `${id}_secret_local`,
    confirmation_method: 'automatic',
    created: now,
    currency: invoice.currency,
    customer: invoice.customer,
    description: 'Subscription payment',
    livemode: false,
    metadata: {},
    payment_method_types: ['card'],
    setup_future_usage: 'off_session',
    status: 'requires_payment_method',
  };
}

/** One attempt to pay. */
export function buildCharge(intent: Stripe.PaymentIntent, succeeded: boolean, now: number): Stripe.Charge {
  return {
    id: newId('ch'),
    object: 'charge',
    ...nulls(
      'application application_fee application_fee_amount balance_transaction failure_balance_transaction',
      'on_behalf_of outcome payment_method payment_method_details receipt_email receipt_number receipt_url',
      'review shipping source source_transfer statement_descriptor statement_descriptor_suffix transfer_data',
      'transfer_group',
    ),
    amount: intent.amount,
    amount_captured: succeeded ? intent.amount : 0,
    amount_refunded: 0,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: 'INLET',
    captured: succeeded,
    created: now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_code: succeeded ? null : 'card_declined',
    failure_message: succeeded ? null : 'Your card was declined.',
    fraud_details: {},
    livemode: false,
    metadata: {},
    paid: succeeded,
    payment_intent: intent.id,
    refunded: false,
    status: succeeded ? 'succeeded' : 'failed',
  };
}

/** Ties an invoice to the payment intent that pays it. */
export function buildInvoicePayment(invoice: Stripe.Invoice, intent: string, now: number): Stripe.InvoicePayment {
  return {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  };
}
