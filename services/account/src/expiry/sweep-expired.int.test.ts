import { randomUUID } from 'node:crypto';
import { auditDaysMax, erasureYearsMax, personMonthsMax, unconfirmedDaysMax } from '@inlet/contracts/retention';
import { openDatabase } from '@inlet/db/database';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { buildForm } from '@inlet/testing/build-form';
import { type BuiltUser, buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { expiringTables, removeExpired } from '#expiry/expired.store.ts';
import { sweepExpired } from '#expiry/sweep-expired.ts';
import { lockTable } from '#lock-table.test-setup.ts';
import { makeKey } from '#make-key.test-setup.ts';

let account: TestAccount;
let user: BuiltUser;
beforeAll(async () => {
  account = await startTestAccount();
  user = await buildUser(account.deps.database.prisma);
});
afterAll(() => account.close());

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const sweep = (signal = new AbortController().signal) => sweepExpired(account.deps, signal);

async function session(expiresAt: Date): Promise<string> {
  const data = { id: randomUUID(), personId: user.id, tokenHash: randomUUID(), expiresAt };
  return (await account.deps.database.prisma.session.create({ data })).id;
}
async function mailToken(expiresAt: Date): Promise<string> {
  const data = { id: randomUUID(), personId: user.id, purpose: 'reset-password', tokenHash: randomUUID(), expiresAt };
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
  const [, seen, lasting] = [
    await makeKey(account, user.id, { expiresAt: inDays(-31) }),
    await makeKey(account, user.id, { expiresAt: inDays(-29) }),
    await makeKey(account, user.id),
  ];
  await invitation(inDays(-366));
  // A person invited in the last year has left the waitlist; an account from an invitation may buy more.
  const kept = [
    await invitation(inDays(-364)),
    await invitation(inDays(1)),
    await invitation(inDays(-400), new Date()),
  ];
  await sweep();
  expect((await prisma.session.findMany()).map(({ id }) => id)).toEqual([living]);
  expect((await prisma.mailToken.findMany()).map(({ id }) => id)).toEqual([works]);
  const keys = (await prisma.apiKey.findMany()).map(({ id }) => id);
  expect(keys.toSorted()).toEqual([seen.id, lasting.id].toSorted());
  expect((await prisma.invitation.findMany()).map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
});

it('takes away steps of sign-ins that are over', async () => {
  const { prisma } = account.deps.database;
  const step = (expiresAt: Date) => ({ id: randomUUID(), purpose: 'passkey', tokenHash: randomUUID(), expiresAt });
  const [over, living] = [step(inDays(-0.001)), step(inDays(0.001))];
  await prisma.signInStep.createMany({ data: [over, living] });
  await sweep();
  expect((await prisma.signInStep.findMany()).map(({ id }) => id)).toEqual([living.id]);
});

it('takes away people who are in no workspace a year after their last request, and no member', async () => {
  const { prisma } = account.deps.database;
  const lastActiveOn = (daysMore: number) => {
    const day = new Date();
    day.setUTCMonth(day.getUTCMonth() - personMonthsMax);
    return new Date(day.getTime() + daysMore * 86_400_000);
  };
  const person = async (daysMore: number) => {
    const id = randomUUID();
    const data = { id, email: `${id}@example.com`, passwordHash: 'x', lastActiveOn: lastActiveOn(daysMore) };
    return (await prisma.person.create({ data })).id;
  };
  const [gone, young, member] = [await person(-2), await person(2), await person(-400)];
  await prisma.membership.create({ data: { userId: user.id, personId: member, role: 'viewer' } });
  const data = { personId: gone, tokenHash: randomUUID(), expiresAt: inDays(1), id: randomUUID() };
  await prisma.session.create({ data });
  await sweep();
  const left = await prisma.person.findMany({ where: { id: { in: [gone, young, member] } } });
  expect(left.map(({ id }) => id).toSorted()).toEqual([young, member].toSorted());
  expect(await prisma.session.count({ where: { id: data.id } })).toBe(0);
});

it('takes events of the audit trail away after their age', async () => {
  const { prisma } = account.deps.database;
  const event = (createdAt: Date) => ({ id: randomUUID(), userId: user.id, action: 'x', actor: 'session', createdAt });
  const [old, kept] = [event(inDays(-auditDaysMax - 0.001)), event(inDays(-auditDaysMax + 0.1))];
  await prisma.auditEvent.createMany({ data: [old, kept] });
  await sweep();
  expect((await prisma.auditEvent.findMany()).map(({ id }) => id)).toEqual([kept.id]);
});

it('takes away erasures after their age, and none that is under way', async () => {
  const { prisma } = account.deps.database;
  const erasure = (finishedAt: Date | null) => ({
    id: randomUUID(),
    userId: user.id,
    addressHash: Buffer.from('x'),
    state: finishedAt ? 'done' : 'running',
    finishedAt,
  });
  const [old, young, running] = [
    erasure(inDays(-erasureYearsMax * 366)),
    erasure(inDays(-erasureYearsMax * 364)),
    { ...erasure(null), requestedAt: inDays(-erasureYearsMax * 366) },
  ];
  await prisma.erasure.createMany({ data: [old, young, running] });
  await sweep();
  const left = (await prisma.erasure.findMany()).map(({ id }) => id);
  expect(left.toSorted()).toEqual([young.id, running.id].toSorted());
});

it('takes away recipients that never said yes, and no others', async () => {
  const { prisma } = account.deps.database;
  const form = await buildForm(prisma, { userId: user.id });
  const recipient = (email: string, requestedAt: Date | null, confirmedAt: Date | null) => ({
    id: randomUUID(),
    formId: form.id,
    email,
    requestedAt,
    confirmedAt,
  });
  const old = inDays(-unconfirmedDaysMax - 0.001);
  const kept = [
    recipient('young@example.com', inDays(-unconfirmedDaysMax + 0.1), null),
    recipient('confirmed@example.com', old, old),
    // The account's owner needs no confirmation: verifying the account's address is enough.
    { ...recipient(user.email, null, null), createdAt: old },
  ];
  const neverAsked = { ...recipient('unasked@example.com', null, null), createdAt: old };
  await prisma.recipient.createMany({ data: [recipient('silent@example.com', old, null), neverAsked, ...kept] });
  await sweep();
  const left = await prisma.recipient.findMany({ where: { formId: form.id } });
  expect(left.map(({ email }) => email).toSorted()).toEqual(kept.map(({ email }) => email).toSorted());
});

it('deletes all of them, a thousand at a time', async () => {
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

it('skips rows that another transaction has locked', async () => {
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

it('may take longer than what a request waits for', async () => {
  const application = 'sweep of a test';
  const options = { url: account.ownerUrl, maxConnections: 1, applicationName: application, statementTimeoutMs: 100 };
  const { pool, close } = openDatabase(options);
  onTestFinished(close);
  const unlock = await lockTable(account, 'sessions');
  const removal = removeExpired(pool, 'sessions', 1).then(
    () => 'done',
    () => 'ended',
  );
  const waits = `select from pg_stat_activity
    where application_name = $1 and wait_event_type = 'Lock' and now() - query_start > interval '200 milliseconds'`;
  const isLate = async () => (await account.deps.database.pool.query(waits, [application])).rowCount === 1;
  try {
    await waitUntil(isLate, { what: 'the removal to take long' });
  } finally {
    await unlock();
  }
  expect(await removal).toBe('done');
});

it('begins nothing any more once it is to end', async () => {
  const unlock = await lockTable(account, 'sessions');
  await sweep(AbortSignal.abort());
  await unlock();
});

it.each(expiringTables)('has the right to remove from %s', async (table) => {
  expect(await removeExpired(account.serviceDatabase.pool, table, 1)).toBe(0);
});
