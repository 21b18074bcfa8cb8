import type { Product } from '@inlet/contracts/billing';
import type { User } from '@inlet/contracts/sessions';

export function buildUser(overrides: Partial<User> = {}): User {
  return {
    id: '01934f6e-5a7c-7000-8000-000000000001',
    email: 'ada@example.com',
    plan: null,
    subscriptionStatus: 'inactive',
    stripeCustomerId: null,
    stripeSubscriptionId: null,
    isInvited: false,
    createdAt: '2026-11-20T14:05:09.000Z',
    ...overrides,
  };
}

export const subscribed = { plan: 'pro', subscriptionStatus: 'active', stripeSubscriptionId: 'sub_1' } as const;

type ProductOverrides = Partial<Product['metadata']> & { readonly amount?: number; readonly interval?: string };

export function buildProduct({ amount = 4_900, interval = 'year', ...metadata }: ProductOverrides = {}): Product {
  const planKey = metadata.plan_key ?? 'early_pro';
  const id = `prod_${planKey}`;
  return {
    id,
    name: planKey,
    description: null,
    metadata: { plan_key: planKey, features: ['webhooks'], sale: 'waitlist', capacity: null, ...metadata },
    prices: [
      {
        id: `price_${planKey}`,
        productId: id,
        currency: 'eur',
        unitAmount: amount,
        recurringInterval: interval,
        recurringIntervalCount: 1,
        type: 'recurring',
        metadata: {},
      },
    ],
  };
}
