import { randomUUID } from 'node:crypto';
import type { Form, User } from '@inlet/db/client';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { createApiKey } from '#identity/keys/api-key.ts';
import { announce, follow, listenerCount, startLive } from '#inbox/live/live.test-setup.ts';

/** Streams are looked at twice a second. */
const options = { what: 'the stream to end' };

let account: TestAccount;

interface Owner {
  readonly user: User;
  readonly form: Form;
  readonly token: string;
}

beforeAll(async () => {
  account = await startTestAccount();
  await startLive(account);
});
afterAll(() => account.close());

async function owner(): Promise<Owner> {
  const { prisma } = account.deps.database;
  const user = await buildUser(prisma);
  return { user, form: await buildForm(prisma, { userId: user.id }), token: await account.signIn(user) };
}

async function withKey(): Promise<Owner> {
  const one = await owner();
  const { key, hint, tokenHash } = createApiKey();
  const data = { id: randomUUID(), userId: one.user.id, name: 'a program', scope: 'read', hint, tokenHash };
  await account.deps.database.prisma.apiKey.create({ data });
  return { ...one, token: key };
}

type Prisma = TestAccount['deps']['database']['prisma'];
type Change = (prisma: Prisma, one: Owner) => Promise<unknown>;

const changes: Readonly<Record<string, { by: () => Promise<Owner>; change: Change; status: number }>> = {
  'the form is deleted': {
    by: owner,
    change: (prisma, { form }) => prisma.form.delete({ where: { id: form.id } }),
    status: 404,
  },
  'the session is ended': {
    by: owner,
    change: (prisma, { user }) => prisma.session.deleteMany({ where: { userId: user.id } }),
    status: 401,
  },
  'the session runs out': {
    by: owner,
    change: (prisma, { user }) =>
      prisma.session.updateMany({ where: { userId: user.id }, data: { expiresAt: new Date(0) } }),
    status: 401,
  },
  'the key is revoked': {
    by: withKey,
    change: (prisma, { user }) => prisma.apiKey.deleteMany({ where: { userId: user.id } }),
    status: 401,
  },
  'the account loses its subscription': {
    by: owner,
    change: (prisma, { user }) =>
      prisma.user.update({ where: { id: user.id }, data: { subscriptionStatus: 'inactive' } }),
    status: 402,
  },
  'the account has no subscription any more': {
    by: owner,
    change: (prisma, { user }) => prisma.user.update({ where: { id: user.id }, data: { stripeSubscriptionId: null } }),
    status: 402,
  },
  'the account is deleted': {
    by: withKey,
    change: (prisma, { user }) => prisma.user.delete({ where: { id: user.id } }),
    status: 401,
  },
};

describe('a stream', () => {
  it.concurrent.each(Object.entries(changes))('ends when %s', async (_what, { by, change, status }) => {
    const { prisma } = account.deps.database;
    const one = await by();
    const following = await follow(account, one.form.id, { token: one.token });
    expect(following.status).toBe(200);
    await change(prisma, one);
    await waitUntil(following.hasEnded, options);
    // It ended like a complete response, and a client that reconnects learns the reason.
    expect(following.answer.complete).toBe(true);
    expect((await account.call(`GET /api/v1/forms/${one.form.id}/live`, { token: one.token })).status).toBe(status);
  });

  it.concurrent.each([
    ['sign-out', owner, (prisma: Prisma, userId: string) => prisma.session.deleteMany({ where: { userId } })],
    ['the end of a key', withKey, (prisma: Prisma, userId: string) => prisma.apiKey.deleteMany({ where: { userId } })],
  ] as const)('ends before it tells of what was stored after %s', async (_what, by, end) => {
    const { prisma } = account.deps.database;
    const one = await by();
    const following = await follow(account, one.form.id, { token: one.token });
    await waitUntil(() => following.totals().length === 1);
    await end(prisma, one.user.id);
    await announce(account, one.form.id);
    await waitUntil(following.hasEnded, options);
    expect([following.answer.complete, following.totals()]).toEqual([true, [0]]);
  });

  it.concurrent('goes on for everybody else', async () => {
    const { prisma } = account.deps.database;
    const [one, other, byKey] = [await owner(), await owner(), await withKey()];
    const staying = await Promise.all([one, byKey].map(({ form, token }) => follow(account, form.id, { token })));
    const going = await follow(account, other.form.id, { token: other.token });
    await prisma.session.deleteMany({ where: { userId: other.user.id } });
    await waitUntil(going.hasEnded, options);
    await announce(account, one.form.id, byKey.form.id);
    await waitUntil(() => staying.every((following) => following.totals().at(-1) === 1));
    for (const following of staying) following.leave();
  });
});

describe('a process that closes', () => {
  it('ends all streams at once, including unread ones, and opens no further one', async () => {
    const closing = await startTestAccount();
    const { prisma } = closing.deps.database;
    const user = await buildUser(prisma);
    const form = await buildForm(prisma, { userId: user.id });
    const token = await closing.signIn(user);
    onTestFinished(() => closing.close());
    await startLive(closing);
    const following = await Promise.all([0, 1, 2].map(() => follow(closing, form.id, { token })));
    const idle = await follow(closing, form.id, { token, isIdle: true });
    await waitUntil(() => following.every(({ events }) => events.length === 1));
    // 0 means that everything closed before the deadline.
    expect(await closing.deps.lifecycle.close('the test wants it')).toBe(0);
    await waitUntil(() => following.every(({ hasEnded }) => hasEnded()));
    idle.answer.resume();
    await waitUntil(idle.hasEnded);
    expect(await listenerCount(closing)).toBe(0);
  });
});
