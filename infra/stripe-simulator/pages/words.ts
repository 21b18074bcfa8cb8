import type Stripe from 'stripe';

/** `€49.00 a year`. */
export function priceInWords(price: Stripe.Price): string {
  const money = moneyInWords(price.unit_amount ?? 0, price.currency);
  return `${money} a ${price.recurring?.interval}`;
}

export function moneyInWords(minorUnits: number, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(minorUnits / 100);
}

export function momentInWords(seconds: number): string {
  return `${new Date(seconds * 1_000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
