import { sessionSchema } from '@inlet/contracts/sessions';
import { expect, it } from 'vitest';
import { createAccessTokens } from '#identity/sessions/access-tokens.ts';
import { presentSession } from '#identity/sessions/present-session.ts';
import { soldPlans } from '#plans.test-setup.ts';

const accessTokens = createAccessTokens(['the secret that a test signs with, 32+']);
const id = '01890000-0000-7000-8000-000000000001';
const session = {
  id: '01890000-0000-7000-8000-00000000000a',
  refreshToken: 'the refresh token',
  personId: id,
  workspaceId: null,
};
const person = {
  id,
  email: 'owner@example.com',
  emailVerifiedAt: null,
  passwordHash: '$argon2id$',
  wantsWorkMails: true,
  createdAt: new Date('2025-03-05T08:00:00Z'),
  lastActiveOn: new Date('2026-11-20'),
};
const seat = {
  membership: { role: 'owner', allForms: true, formIds: [], lastActiveOn: null },
  user: {
    id,
    name: null,
    email: 'owner@example.com',
    billingEmail: null,
    requiresSecondFactor: false,
    emailVerifiedAt: null,
    passwordHash: '$argon2id$',
    plan: 'pro',
    lane: 0,
    subscriptionStatus: 'active',
    stripeCustomerId: null,
    stripeSubscriptionId: 'sub_1',
    timeZone: 'UTC',
    wantsUsageMails: true,
    defaultRetentionDays: null,
    createdAt: new Date('2025-03-05T08:00:00Z'),
    lastActiveOn: new Date('2026-11-20'),
    idleWarnedAt: null,
    idleRemindedAt: null,
    storageTold: 0,
  },
} as const;
const shown = { person, seat, isInvited: false };
const deps = { accessTokens, plans: soldPlans };

it('a session shows its refresh token only to a program', async () => {
  const forBrowser = await presentSession(session, shown, deps, 'cookie');
  const forProgram = await presentSession(session, shown, deps, 'token');
  expect(sessionSchema.strict().parse(forProgram)).toEqual(forProgram);
  expect(forProgram.refresh_token).toBe('the refresh token');
  expect(JSON.stringify(forBrowser)).not.toContain('the refresh token');
});

it('a session carries an access token of its own', async () => {
  const { access_token: token, user } = await presentSession(session, shown, deps, 'cookie');
  expect(await accessTokens.read(token)).toEqual({ sessionId: session.id });
  expect(JSON.stringify(user)).not.toContain('argon2');
});
