import type { BillingState, Price, Product } from '@inlet/contracts/billing';

/** The action of the button on a plan's card. */
export type PlanOffer = 'current' | 'sold-out' | 'soon' | 'waitlist' | 'waiting' | 'claim' | 'choose';

export interface Buyer {
  /** The plan of an active subscription, or null. */
  readonly currentPlan: string | null;
  /** The price of this subscription, or null while it is unknown. */
  readonly currentPriceId: string | null;
  readonly isInvited: boolean;
  readonly isOnWaitlist?: boolean;
  /** A payment page that the buyer opened and can still pay; its spot is reserved for the buyer. */
  readonly openCheckout: BillingState['openCheckout'];
}

/**
 * The offer of a plan at one of its prices. `available` counts the spots of early pro, and is null while it is unknown;
 * the service decides.
 */
export function planOffer(
  product: Product,
  { currentPlan, currentPriceId, isInvited, isOnWaitlist = false, openCheckout }: Buyer,
  available: number | null,
  price: Price | undefined = product.prices[0],
): PlanOffer {
  const { metadata } = product;
  if (metadata.plan_key === currentPlan) {
    const isOtherPrice = currentPriceId !== null && price !== undefined && price.id !== currentPriceId;
    return isOtherPrice && metadata.sale === 'open' ? 'choose' : 'current';
  }
  const isFull = metadata.plan_key === 'early_pro' && available !== null && available <= 0;
  if (isFull && !isFor(openCheckout, product)) return 'sold-out';
  if (metadata.sale === 'open') return 'choose';
  if (metadata.sale === 'soon') return 'soon';
  if (isInvited) return 'claim';
  return isOnWaitlist ? 'waiting' : 'waitlist';
}

/** True if a payment page is for one of a product's prices. */
export function isFor(openCheckout: Buyer['openCheckout'], { prices }: Product): openCheckout is OpenCheckout {
  return prices.some(({ id }) => id === openCheckout?.priceId);
}

type OpenCheckout = NonNullable<Buyer['openCheckout']>;

/** True if the button of an offer buys something. */
export function isPurchase(offer: PlanOffer): boolean {
  return offer === 'choose' || offer === 'claim';
}
