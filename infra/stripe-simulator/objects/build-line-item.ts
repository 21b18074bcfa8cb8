import type Stripe from 'stripe';

interface Fields {
  readonly id: string;
  readonly price: Stripe.Price;
  readonly quantity: number;
  readonly description: string;
}

/** The item of a checkout. */
export function buildLineItem({ id, price, quantity, description }: Fields): Stripe.LineItem {
  const amount = (price.unit_amount ?? 0) * quantity;
  return {
    id,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description,
    metadata: {},
    price,
    quantity,
  };
}
