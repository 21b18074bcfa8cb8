import type Stripe from 'stripe';
import { newId } from '#objects/new-id.ts';
import { nulls } from '#objects/nulls.ts';

type Fields = Pick<Stripe.Refund, 'amount' | 'reason' | 'metadata'> & { readonly charge: Stripe.Charge };

export function buildRefund({ charge, ...fields }: Fields, now: number): Stripe.Refund {
  return {
    id: newId('re'),
    object: 'refund',
    ...nulls(
      'balance_transaction customer_account payment_method receipt_number source_transfer_reversal',
      'transfer_reversal',
    ),
    charge: charge.id,
    created: now,
    currency: charge.currency,
    customer: charge.customer,
    destination_details: { card: { reference_type: 'acquirer_reference_number', type: 'refund' }, type: 'card' },
    payment_intent: charge.payment_intent,
    status: 'succeeded',
    ...fields,
  };
}
