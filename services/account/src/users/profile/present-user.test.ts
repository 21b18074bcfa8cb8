import { userSchema } from '@inlet/contracts/sessions';
import type { Person, User } from '@inlet/db/client';
import { expect, it } from 'vitest';
import type { Plans } from '#plan/plans.ts';
import { onlyPlan, soldPlans } from '#plans.test-setup.ts';
import { presentUser } from '#users/profile/present-user.ts';

const user: User = {
  id: '01890000-0000-7000-8000-000000000001',
  name: null,
  email: 'owner@example.com',
  billingEmail: null,
  requiresSecondFactor: false,
  emailVerifiedAt: new Date('2025-03-06T08:00:00Z'),
  passwordHash: '$argon2id$',
  plan: null,
  lane: 0,
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
const person: Person = {
  id: user.id,
  email: 'owner@example.com',
  emailVerifiedAt: user.emailVerifiedAt,
  passwordHash: '$argon2id$',
  wantsWorkMails: true,
  createdAt: user.createdAt,
  lastActiveOn: user.lastActiveOn,
};
const membership = { role: 'owner', allForms: true, formIds: [], lastActiveOn: null } as const;
const show = (given: User, isInvited: boolean, plans: Plans) =>
  presentUser({ person, seat: { user: given, membership }, isInvited }, plans);

it('a user is shown as the contract says, without the password', () => {
  const shown = show(user, true, soldPlans);
  expect(userSchema.strict().parse(shown)).toEqual(shown);
  expect(shown).toEqual({
    id: user.id,
    personId: person.id,
    email: 'owner@example.com',
    role: 'owner',
    workspace: { id: user.id, name: 'owner@example.com' },
    plan: null,
    subscriptionStatus: 'active',
    stripeCustomerId: 'cus_1',
    stripeSubscriptionId: null,
    needsSubscription: true,
    isInvited: true,
    isVerified: true,
    timeZone: 'Europe/Berlin',
    wantsUsageMails: true,
    wantsWorkMails: true,
    createdAt: '2025-03-05T08:00:00.123Z',
  });
});

it.each(['inactive', 'past_due', 'canceled', '', 'ACTIVE'])('the status %j is shown as inactive', (status) => {
  expect(show({ ...user, subscriptionStatus: status }, false, soldPlans).subscriptionStatus).toBe('inactive');
});

it('a user has the plan of the installation where nothing is sold', () => {
  const shown = show(user, false, onlyPlan);
  expect(shown).toMatchObject({ plan: 'team', subscriptionStatus: 'active', needsSubscription: false });
});

it('a person in no workspace is shown without one, and a program without a person', () => {
  const alone = presentUser({ person, seat: null, isInvited: false }, soldPlans);
  expect(userSchema.strict().parse(alone)).toMatchObject({ id: person.id, role: null, workspace: null, plan: null });
  const program = presentUser({ person: null, seat: { user, membership }, isInvited: false }, soldPlans);
  expect(userSchema.strict().parse(program)).toMatchObject({ personId: null, role: null, email: user.email });
});
