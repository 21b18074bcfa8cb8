import type { BillingState, Price, Product } from '@inlet/contracts/billing';
import type { User } from '@inlet/contracts/sessions';

export function buildUser(overrides: Partial<User> = {}): User {
  return {
    id: '01934f6e-5a7c-7000-8000-000000000001',
    personId: '01934f6e-5a7c-7000-8000-000000000001',
    email: 'ada@example.com',
    role: 'owner',
    workspace: { id: '01934f6e-5a7c-7000-8000-000000000001', name: 'ada@example.com' },
    plan: null,
    subscriptionStatus: 'inactive',
    stripeCustomerId: null,
    stripeSubscriptionId: null,
    needsSubscription: true,
    isInvited: false,
    isVerified: true,
    timeZone: 'UTC',
    wantsUsageMails: true,
    wantsWorkMails: true,
    createdAt: '2026-11-20T14:05:09.000Z',
    ...overrides,
  };
}

export const subscribed = { plan: 'pro', subscriptionStatus: 'active', stripeSubscriptionId: 'sub_1' } as const;

export const nothingPaid: BillingState = {
  plan: null,
  priceId: null,
  subscriptionStatus: 'inactive',
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  paymentDueBy: null,
  endedAt: null,
  kept: null,
  openCheckout: null,
  isOnWaitlist: false,
};

interface ProductOverrides extends Partial<Product['metadata']> {
  readonly amount?: number;
  readonly interval?: string;
  /** The price per year, if the plan has one. */
  readonly yearlyAmount?: number;
}

export function buildProduct({ amount = 4_900, interval = 'year', yearlyAmount, ...metadata }: ProductOverrides = {}) {
  const planKey = metadata.plan_key ?? 'early_pro';
  const id = `prod_${planKey}`;
  const price: Price = {
    id: `price_${planKey}`,
    productId: id,
    currency: 'eur',
    unitAmount: amount,
    recurringInterval: interval,
    recurringIntervalCount: 1,
    type: 'recurring',
    metadata: {},
  };
  const yearly = { ...price, id: `price_${planKey}_yearly`, unitAmount: yearlyAmount ?? 0, recurringInterval: 'year' };
  const product: Product = {
    id,
    name: planKey,
    description: null,
    metadata: { plan_key: planKey, features: ['webhooks'], sale: 'waitlist', capacity: null, ...metadata },
    prices: yearlyAmount === undefined ? [price] : [price, yearly],
  };
  return product;
}
