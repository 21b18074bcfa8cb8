import { PassThrough } from 'node:stream';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { expect, it, onTestFinished } from 'vitest';
import { startTestAccount, testClient } from '#account.test-setup.ts';
import type { Listener } from '#inbox/live/listeners.ts';
import { findEntitled } from '#inbox/live/live.store.ts';
import { onlyPlan, soldPlans } from '#plans.test-setup.ts';

it('an account without a subscription may listen only where nothing is sold', async () => {
  const account = await startTestAccount();
  onTestFinished(() => account.close());
  const { prisma, pool } = account.deps.database;
  const user = await buildUser(prisma, { subscriptionStatus: 'inactive', stripeSubscriptionId: null });
  const { id: formId } = await buildForm(prisma, { userId: user.id });
  const { id: sessionId } = await account.deps.sessions.open(user, testClient);
  const caller = { kind: 'session', sessionId, confirmedAt: new Date() } as const;
  const listener: Listener = { formId, userId: user.id, caller, sink: new PassThrough() as never };
  expect(await findEntitled({ pool, plans: soldPlans }, [listener])).toEqual(new Set());
  expect(await findEntitled({ pool, plans: onlyPlan }, [listener])).toEqual(new Set([listener]));
});
