import type { Form, User } from '@inlet/db/client';
import { openRedis, waitUntilConnected } from '@inlet/redis/connections';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { waitUntil } from '@inlet/testing/wait-until';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { changePlan } from '#plans/change-plan.ts';

let account: TestAccount;
let user: User;
let forms: Form[];

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  const { prisma } = account.deps.database;
  user = await buildUser(prisma, { plan: 'starter' });
  forms = [await buildForm(prisma, { userId: user.id }), await buildForm(prisma, { userId: user.id })];
});

async function limitOf({ endpointId }: Form): Promise<unknown> {
  const text = await account.deps.redis.get(account.keys.form(endpointId));
  return text === null ? null : JSON.parse(text).submissionLimit;
}

/** The endpoint ids of which ingest hears, from now on. */
async function listen(): Promise<string[]> {
  const { config, logger } = account.deps;
  const subscriber = openRedis({ role: 'subscriber', url: config.REDIS_URL, name: 'test', logger });
  onTestFinished(() => subscriber.disconnect());
  await waitUntilConnected(subscriber, 2_000);
  const heard: string[] = [];
  subscriber.on('message', (_channel, endpointId) => heard.push(endpointId));
  await subscriber.subscribe(account.keys.formChanges);
  return heard;
}

describe('a change of the plan', () => {
  it('is in the directory for every form of the account, and announced, when it returns', async () => {
    const heard = await listen();
    await changePlan(account.deps, user.id, { plan: 'pro', subscriptionStatus: 'active' });
    expect(await Promise.all(forms.map(limitOf))).toEqual([5_000, 5_000]);
    await waitUntil(() => heard.length === 2);
    expect(heard.toSorted()).toEqual(forms.map(({ endpointId }) => endpointId).toSorted());
    const changed = await account.deps.database.prisma.user.findUnique({ where: { id: user.id } });
    expect(changed).toMatchObject({ plan: 'pro', subscriptionStatus: 'active' });
  });

  it('lowers the limit as well', async () => {
    await changePlan(account.deps, user.id, { plan: 'pro', subscriptionStatus: 'active' });
    await changePlan(account.deps, user.id, { plan: null, subscriptionStatus: 'inactive' });
    expect(await Promise.all(forms.map(limitOf))).toEqual([100, 100]);
  });

  it('leaves the forms of others as they are', async () => {
    const { prisma } = account.deps.database;
    const other = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
    await changePlan(account.deps, user.id, { plan: 'pro', subscriptionStatus: 'active' });
    expect(await limitOf(other)).toBeNull();
  });

  it('of an account without forms is a change all the same', async () => {
    const alone = await buildUser(account.deps.database.prisma, { plan: 'starter' });
    await changePlan(account.deps, alone.id, { plan: 'pro', subscriptionStatus: 'active' });
    const changed = await account.deps.database.prisma.user.findUnique({ where: { id: alone.id } });
    expect(changed?.plan).toBe('pro');
  });

  it('of an account that does not exist announces nothing', async () => {
    const change = changePlan(account.deps, crypto.randomUUID(), { plan: 'pro', subscriptionStatus: 'active' });
    await expect(change).rejects.toThrow();
    expect(await account.deps.database.prisma.outboxEntry.count()).toBe(0);
  });
});
