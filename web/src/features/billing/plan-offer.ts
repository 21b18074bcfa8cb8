import type { Product } from '@inlet/contracts/billing';

/** What the button on a plan's card does. */
export type PlanOffer = 'current' | 'sold-out' | 'soon' | 'waitlist' | 'claim' | 'choose';

export interface Buyer {
  /** The plan of an active subscription, else null. */
  readonly currentPlan: string | null;
  readonly isInvited: boolean;
}

/** `available` counts the spots of early pro, and is null while it is not known: the service has the last word. */
export function planOffer(
  { metadata }: Product,
  { currentPlan, isInvited }: Buyer,
  available: number | null,
): PlanOffer {
  if (metadata.plan_key === currentPlan) return 'current';
  if (metadata.plan_key === 'early_pro' && available !== null && available <= 0) return 'sold-out';
  if (metadata.sale === 'open') return 'choose';
  if (metadata.sale === 'soon') return 'soon';
  return isInvited ? 'claim' : 'waitlist';
}
