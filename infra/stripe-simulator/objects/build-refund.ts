import type Stripe from 'stripe';
import { newId } from '#objects/new-id.ts';

type Fields = Pick<Stripe.Refund, 'amount' | 'reason' | 'metadata'> & { readonly charge: Stripe.Charge };

export function buildRefund({ charge, ...fields }: Fields, now: number): Stripe.Refund {
  return {
    id: newId('re'),
    object: 'refund',
    balance_transaction: null,
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: { card: { reference_type: 'acquirer_reference_number', type: 'refund' }, type: 'card' },
    payment_intent: charge.payment_intent,
    payment_method: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
    ...fields,
  };
}
