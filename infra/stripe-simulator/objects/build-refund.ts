import type Stripe from 'stripe';
import { newId } from '#objects/new-id.ts';
import { nulls } from '#objects/nulls.ts';

export function buildRefund(charge: Stripe.Charge, now: number): Stripe.Refund {
  return {
    id: newId('re'),
    object: 'refund',
    ...nulls(
      'balance_transaction customer_account payment_method reason receipt_number source_transfer_reversal',
      'transfer_reversal',
    ),
    amount: charge.amount_captured,
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: charge.customer,
    destination_details: { card: { reference_type: 'acquirer_reference_number', type: 'refund' }, type: 'card' },
    metadata: {},
    payment_intent: charge.payment_intent,
    status: 'succeeded',
  };
}
