import { randomUUID } from 'node:crypto';
import type { User } from '@inlet/db/client';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { lockTable } from '#auth/lock-table.test-setup.ts';
import { sweepExpired } from '#upkeep/sweep-expired.ts';

let account: TestAccount;
let user: User;
beforeAll(async () => {
  account = await startTestAccount();
  user = await buildUser(account.deps.database.prisma);
});
afterAll(() => account.close());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const sweep = (signal = new AbortController().signal) => sweepExpired(account.deps, signal);

async function session(expiresAt: Date): Promise<string> {
  const data = { id: randomUUID(), userId: user.id, tokenHash: randomUUID(), expiresAt };
  return (await account.deps.database.prisma.session.create({ data })).id;
}
async function mailToken(expiresAt: Date): Promise<string> {
  const data = { id: randomUUID(), userId: user.id, purpose: 'reset-password', tokenHash: randomUUID(), expiresAt };
  return (await account.deps.database.prisma.mailToken.create({ data })).id;
}
async function invitation(expiresAt: Date, usedAt: Date | null = null): Promise<string> {
  const userId = usedAt && user.id;
  const data = { id: randomUUID(), email: 'invited@example.com', tokenHash: randomUUID(), expiresAt, usedAt, userId };
  return (await account.deps.database.prisma.invitation.create({ data })).id;
}

it('takes away what is over, and nothing that is of use', async () => {
  const { prisma } = account.deps.database;
  const [, living] = [await session(inDays(-0.001)), await session(inDays(0.1))];
  const [, works] = [await mailToken(inDays(-0.001)), await mailToken(inDays(0.1))];
  await invitation(inDays(-366));
  // Whoever was invited in the last year is not in the line of the waitlist; who came by one may buy what others may not.
  const kept = [
    await invitation(inDays(-364)),
    await invitation(inDays(1)),
    await invitation(inDays(-400), new Date()),
  ];
  await sweep();
  expect((await prisma.session.findMany()).map(({ id }) => id)).toEqual([living]);
  expect((await prisma.mailToken.findMany()).map(({ id }) => id)).toEqual([works]);
  expect((await prisma.invitation.findMany()).map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
});

it('takes away as many as there are, a thousand at a time', async () => {
  const { pool, prisma } = account.deps.database;
  await pool.query(
    `insert into sessions (id, user_id, token_hash, expires_at)
     select gen_random_uuid(), $1, '', now() - interval '1 day' from generate_series(1, 2500)`,
    [user.id],
  );
  const [first, second] = [new AbortController(), new AbortController()];
  await Promise.all([sweep(first.signal), sweep(second.signal)]);
  expect(await prisma.session.count({ where: { expiresAt: { lt: new Date() } } })).toBe(0);
});

it('leaves what somebody else is at work on, and does not wait for it', async () => {
  const { pool, prisma } = account.deps.database;
  const [held] = [await session(inDays(-1)), await session(inDays(-1))];
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select from sessions where id = $1 for update', [held]);
    await sweep();
    expect((await prisma.session.findMany({ where: { expiresAt: { lt: new Date() } } })).map(({ id }) => id)).toEqual([
      held,
    ]);
    await client.query('rollback');
  } finally {
    client.release();
  }
});

it('begins nothing any more once it is to end', async () => {
  const unlock = await lockTable(account, 'sessions');
  await sweep(AbortSignal.abort());
  await unlock();
});
