import { randomUUID } from 'node:crypto';
import { auditPageSchema } from '@inlet/contracts/audit';
import type { User } from '@inlet/db/client';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newForm, startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, testPassword } from '#account-of.test-setup.ts';

let account: TestAccount;
let user: User;
let token: string;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  user = await accountOf(account);
  token = await account.signIn(user);
});

const ask = (query = '') => account.call(`GET /api/v1/me/audit${query}`, { token });
const list = async (query = '') => {
  const answer = await ask(query);
  expect(answer.status).toBe(200);
  return auditPageSchema.strict().parse(answer.body);
};

/** Events with numbers as actions; several of them at the same time. */
async function addEvents(userId: string, count: number): Promise<void> {
  await account.deps.database.prisma.auditEvent.createMany({
    data: Array.from({ length: count }, (_, n) => ({
      id: randomUUID(),
      userId,
      action: String(n),
      actor: 'session',
      createdAt: new Date(Date.UTC(2025, 2, 1) + Math.floor(n / 4) * 1_000),
    })),
  });
}

describe('the audit trail', () => {
  it('records the action, the caller and the network', async () => {
    const headers = { 'user-agent': 'Netscape 4' };
    await account.call('POST /api/v1/forms', { token, headers, body: newForm });
    const { events, nextCursor } = await list();
    expect(nextCursor).toBeNull();
    expect(events).toMatchObject([
      {
        action: 'form.created',
        actor: 'session',
        address: '127.0.0.1',
        userAgent: 'Netscape 4',
        details: { name: 'Contact' },
      },
    ]);
    expect(Math.abs(Date.parse(events[0]?.createdAt ?? '') - Date.now())).toBeLessThan(60_000);
  });

  it('names the key that did it', async () => {
    const made = await account.call('POST /api/v1/me/api-keys', {
      token,
      body: { name: 'Robot', scope: 'write', password: testPassword },
    });
    const { key } = made.body as { key: string };
    await account.call('POST /api/v1/forms', { token: key, body: newForm });
    const { events } = await list();
    expect(events.map(({ action, actor }) => [action, actor])).toEqual([
      ['form.created', 'key: Robot'],
      ['api_key.created', 'session'],
    ]);
  });

  it('is read page by page, newest first, each event once', async () => {
    await addEvents(user.id, 50);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(`?limit=7${cursor ? `&cursor=${cursor}` : ''}`);
      seen.push(...page.events.map(({ action }) => action));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen.map(Number).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n));
    const seconds = seen.map((action) => Math.floor(Number(action) / 4));
    expect(seconds).toEqual(seconds.toSorted((a, b) => b - a));
  });

  it('ends a page before its limit where the events are large, and goes on behind it', async () => {
    await addEvents(user.id, 30);
    const details = { name: 'x'.repeat(100_000) };
    await account.deps.database.prisma.auditEvent.updateMany({ where: { userId: user.id }, data: { details } });
    const first = await list('?limit=30');
    expect(first.events).toHaveLength(19);
    const second = await list(`?limit=30&cursor=${first.nextCursor}`);
    expect([second.events.length, second.nextCursor]).toEqual([11, null]);
    expect(new Set([...first.events, ...second.events].map(({ id }) => id)).size).toBe(30);
  });

  it('has no next page behind a page that holds exactly the rest', async () => {
    await addEvents(user.id, 6);
    const { events, nextCursor } = await list('?limit=3');
    expect(nextCursor).toBe(events.at(-1)?.id);
    const second = await list(`?limit=3&cursor=${nextCursor}`);
    expect([second.events.length, second.nextCursor]).toEqual([3, null]);
  });

  it('is the account’s own', async () => {
    await addEvents((await buildUser(account.deps.database.prisma)).id, 3);
    expect(await list()).toEqual({ events: [], nextCursor: null });
  });

  it('accepts only its own cursors, and no event of another account', async () => {
    const other = await buildUser(account.deps.database.prisma);
    await addEvents(other.id, 1);
    const { id } = await account.deps.database.prisma.auditEvent.findFirstOrThrow({ where: { userId: other.id } });
    for (const cursor of [id, randomUUID(), 'x', '', '%00']) {
      const answer = await ask(`?cursor=${cursor}`);
      expect([answer.status, answer.body]).toMatchObject([422, { code: 'invalid_cursor' }]);
    }
  });

  it.each(['limit=0', 'limit=201', 'limit=x', 'cursor=a&cursor=b', `cursor=${'a'.repeat(101)}`])(
    'refuses %s',
    async (query) => {
      expect((await ask(`?${query}`)).status).toBe(422);
    },
  );

  it('is open without a subscription', async () => {
    const lapsed = await buildUser(account.deps.database.prisma, { subscriptionStatus: 'inactive' });
    const answer = await account.call('GET /api/v1/me/audit', { token: await account.signIn(lapsed) });
    expect(answer.status).toBe(200);
  });
});
