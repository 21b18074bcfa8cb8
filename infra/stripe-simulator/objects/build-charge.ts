import type Stripe from 'stripe';
import { all, newId } from '#objects/fields.ts';

/** One attempt to pay an invoice; all attempts have the same payment intent. */
export function buildCharge(invoice: Stripe.Invoice, intent: string, succeeded: boolean, now: number): Stripe.Charge {
  return {
    id: newId('ch'),
    object: 'charge',
    ...all(
      null,
      'application application_fee application_fee_amount balance_transaction failure_balance_transaction',
      'on_behalf_of outcome payment_method payment_method_details receipt_email receipt_number receipt_url',
      'review shipping source source_transfer statement_descriptor statement_descriptor_suffix transfer_data',
      'transfer_group',
    ),
    amount: invoice.amount_due,
    amount_captured: succeeded ? invoice.amount_due : 0,
    amount_refunded: 0,
    billing_details: all(null, 'address email name phone tax_id'),
    calculated_statement_descriptor: 'INLET',
    captured: succeeded,
    created: now,
    currency: invoice.currency,
    customer: invoice.customer,
    description: 'Subscription payment',
    disputed: false,
    failure_code: succeeded ? null : 'card_declined',
    failure_message: succeeded ? null : 'Your card was declined.',
    fraud_details: {},
    livemode: false,
    metadata: {},
    paid: succeeded,
    payment_intent: intent,
    refunded: false,
    status: succeeded ? 'succeeded' : 'failed',
  };
}
