import { userSchema } from '@inlet/contracts/sessions';
import type { User } from '@inlet/db/client';
import { expect, it } from 'vitest';
import { onlyPlan, soldPlans } from '#plans.test-setup.ts';
import { presentUser } from '#users/profile/present-user.ts';

const user: User = {
  id: '01890000-0000-7000-8000-000000000001',
  email: 'owner@example.com',
  emailVerifiedAt: new Date('2025-03-06T08:00:00Z'),
  passwordHash: '$argon2id$',
  plan: null,
  subscriptionStatus: 'active',
  stripeCustomerId: 'cus_1',
  stripeSubscriptionId: null,
  timeZone: 'Europe/Berlin',
  wantsUsageMails: true,
  defaultRetentionDays: null,
  createdAt: new Date('2025-03-05T08:00:00.123Z'),
  lastActiveOn: new Date('2026-11-20'),
  idleWarnedAt: null,
  idleRemindedAt: null,
  storageTold: 0,
};

it('a user is shown as the contract says, without the password', () => {
  const shown = presentUser(user, true, soldPlans);
  expect(userSchema.strict().parse(shown)).toEqual(shown);
  expect(shown).toEqual({
    id: user.id,
    email: 'owner@example.com',
    plan: null,
    subscriptionStatus: 'active',
    stripeCustomerId: 'cus_1',
    stripeSubscriptionId: null,
    needsSubscription: true,
    isInvited: true,
    isVerified: true,
    timeZone: 'Europe/Berlin',
    wantsUsageMails: true,
    createdAt: '2025-03-05T08:00:00.123Z',
  });
});

it.each(['inactive', 'past_due', 'canceled', '', 'ACTIVE'])('the status %j is shown as inactive', (status) => {
  expect(presentUser({ ...user, subscriptionStatus: status }, false, soldPlans).subscriptionStatus).toBe('inactive');
});

it('a user has the plan of the installation where nothing is sold', () => {
  const shown = presentUser(user, false, onlyPlan);
  expect(shown).toMatchObject({ plan: 'team', subscriptionStatus: 'active', needsSubscription: false });
});
