import { sessionSchema } from '@inlet/contracts/sessions';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, startTestAccount, type TestAccount, testClient } from '#account.test-setup.ts';

let account: TestAccount;
/** Returns a token of a new session. */
let open: () => Promise<string>;
let userId: string;

beforeAll(async () => {
  account = await startTestAccount();
  const user = await buildUser(account.deps.database.prisma);
  userId = user.id;
  open = async () => (await account.deps.sessions.open(user, testClient)).refreshToken;
});
afterAll(() => account.close());

const refresh = (token: string) => account.call('POST /api/auth/refresh', { body: { refresh_token: token } });
const refreshWithCookie = (cookie: string) => account.call('POST /api/auth/refresh', { headers: { cookie } });
const signOut = (token: string) => account.call('POST /api/auth/sign-out', { body: { refresh_token: token } });
const tokenIn = (answer: Answer) => sessionSchema.parse(answer.body).refresh_token ?? '';
const next = async (token: string) => tokenIn(await refresh(token));
const sessionOf = (token: string) => ({ where: { id: token.slice(0, 36) } });
const isOver = async (token: string) =>
  (await account.deps.database.prisma.session.findUnique(sessionOf(token))) === null;

function change(token: string, data: { rotatedAt?: Date; expiresAt?: Date }) {
  return account.deps.database.prisma.session.update({ ...sessionOf(token), data });
}
/** The audit trail of a token's session. */
async function auditOf(token: string) {
  const where = { userId, details: { path: ['session'], equals: token.slice(0, 36) } };
  const events = await account.deps.database.prisma.auditEvent.findMany({ where });
  return events.map(({ action, actor, details }) => ({ action, actor, details }));
}
const ago = (ms: number) => new Date(Date.now() - ms);

describe('refresh', () => {
  it('exchanges a token for a new one and a new access token', async () => {
    const first = await open();
    const answer = await refresh(first);
    expect(answer.status).toBe(200);
    const { access_token: token, refresh_token: second = '' } = sessionSchema.parse(answer.body);
    expect(second).not.toBe(first);
    expect((await account.call('GET /api/v1/me', { token })).status).toBe(200);
    expect((await refresh(second)).status).toBe(200);
  });

  it('notes when the session was last used, and where from', async () => {
    const first = await open();
    const lastUsedAt = ago(3_600_000);
    await account.deps.database.prisma.session.update({ ...sessionOf(first), data: { lastUsedAt } });
    await account.call('POST /api/auth/refresh', {
      headers: { 'user-agent': 'another browser' },
      body: { refresh_token: first },
    });
    const stored = await account.deps.database.prisma.session.findUniqueOrThrow(sessionOf(first));
    expect(stored).toMatchObject({ userAgent: 'another browser', address: '127.0.0.1' });
    expect(stored.lastUsedAt.getTime()).toBeGreaterThan(ago(60_000).getTime());
  });

  it('keeps the token of a browser in its cookie', async () => {
    const first = await open();
    const answer = await refreshWithCookie(`theme=dark; inlet_refresh=${first}; other=1`);
    expect(answer.status).toBe(200);
    expect(answer.body).not.toHaveProperty('refresh_token');
    expect(answer.headers.getSetCookie()[0]).toMatch(/^inlet_refresh=[0-9a-f-]{36}\./);
    expect(answer.headers.getSetCookie()[0]).not.toContain(first);
  });

  it('carries a session on for thirty days, and never beyond ninety from its beginning', async () => {
    const { session } = account.deps.database.prisma;
    const first = await open();
    await session.update({ ...sessionOf(first), data: { createdAt: ago(89 * 86_400_000) } });
    const second = await next(first);
    const { createdAt, expiresAt } = await session.findUniqueOrThrow(sessionOf(first));
    expect(expiresAt.getTime() - createdAt.getTime()).toBe(90 * 86_400_000);
    await change(second, { expiresAt: ago(1) });
    expect((await refresh(second)).status).toBe(401);
  });

  it('gives two tabs that use a token at the same moment the same successor', async () => {
    const first = await open();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(first)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const [successor = '', ...others] = new Set(answers.map(tokenIn));
    expect(others).toEqual([]);
    expect((await refresh(successor)).status).toBe(200);
  });

  it('takes the token before the newest one for a little while', async () => {
    const first = await open();
    const second = await next(first);
    await change(first, { rotatedAt: ago(20_000) });
    expect(await next(first)).toBe(second);
    await change(first, { rotatedAt: ago(31_000) });
    expect((await refresh(first)).status).toBe(401);
    expect(await isOver(first)).toBe(true);
  });

  it('ends the session for everybody when an older token comes back', async () => {
    const first = await open();
    const newest = await next(await next(first));
    const answer = await refresh(first);
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ code: 'session_ended' });
    expect((await refresh(newest)).status).toBe(401);
    const details = { session: first.slice(0, 36), reason: 'token_reused' };
    expect(await auditOf(first)).toEqual([{ action: 'account.session_ended', actor: 'system', details }]);
  });

  it('responds in the same way to several concurrent uses of an old token', async () => {
    const first = await open();
    await next(await next(first));
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(first)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(401));
    expect(await auditOf(first)).toHaveLength(1);
  });

  it('lets one session end without the others', async () => {
    const [stolen, other] = [await open(), await open()];
    await next(await next(stolen));
    await refresh(stolen);
    expect((await refresh(other)).status).toBe(200);
  });

  it('refuses a session that was not used for thirty days', async () => {
    const first = await open();
    await change(first, { expiresAt: ago(1) });
    expect((await refresh(first)).status).toBe(401);
    const used = await open();
    await next(used);
    await change(used, { expiresAt: ago(1) });
    expect((await refresh(used)).status).toBe(401);
    expect([await auditOf(first), await auditOf(used)]).toEqual([[], []]);
  });

  it('moves the end of the session on at each use', async () => {
    const first = await open();
    await change(first, { expiresAt: new Date(Date.now() + 60_000) });
    await next(first);
    const { expiresAt } = await account.deps.database.prisma.session.findUniqueOrThrow(sessionOf(first));
    expect(expiresAt.getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  });

  it.each([
    ['garbage', 'garbage'],
    ['the shape without an id', `${'-'.repeat(36)}.${'A'.repeat(43)}`],
    ['a session that never was', `01890000-0000-7000-8000-000000000000.${'A'.repeat(43)}`],
    ['the zero character', `01890000-0000-7000-8000-00000000000\0.${'A'.repeat(43)}`],
  ])('answers 401 to %s', async (_what, token) => {
    const answer = await refresh(token);
    expect([answer.status, answer.body]).toMatchObject([401, { code: 'session_ended' }]);
  });

  it('refuses a secret that belongs to another session', async () => {
    const [mine, foreign] = [await open(), await open()];
    expect((await refresh(mine.slice(0, 36) + foreign.slice(36))).status).toBe(401);
    expect((await refresh(foreign)).status).toBe(200);
  });

  it('takes a cookie that is of no more use out of the browser', async () => {
    const answer = await refreshWithCookie('inlet_refresh=garbage');
    expect(answer.status).toBe(401);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^inlet_refresh=; Path=\/; Expires=Thu, 01 Jan 1970/);
    expect((await account.call('POST /api/auth/refresh')).status).toBe(401);
  });

  it('responds with 422 to a token that is not a text', async () => {
    const answer = await account.call('POST /api/auth/refresh', { body: { refresh_token: ['a'] } });
    expect([answer.status, answer.body]).toMatchObject([422, { issues: [{ field: 'refresh_token' }] }]);
  });
});

describe('sign-out', () => {
  it('is noted once, for the account whose session it was', async () => {
    const before = await account.deps.database.prisma.auditEvent.count({ where: { action: 'account.signed_out' } });
    const token = await open();
    await Promise.all([signOut(token), signOut(token), signOut('garbage')]);
    const events = await account.deps.database.prisma.auditEvent.findMany({
      where: { action: 'account.signed_out' },
      orderBy: { id: 'desc' },
    });
    expect(events.length).toBe(before + 1);
    expect(events[0]).toMatchObject({ userId, actor: 'session', address: '127.0.0.1' });
  });

  it('ends the session and takes the cookie away', async () => {
    const token = await open();
    const answer = await account.call('POST /api/auth/sign-out', { headers: { cookie: `inlet_refresh=${token}` } });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^inlet_refresh=; .*Expires=Thu, 01 Jan 1970/);
    expect((await refresh(token)).status).toBe(401);
  });

  it('ends the session with the token before the newest one as well', async () => {
    const first = await open();
    const second = await next(first);
    expect((await signOut(first)).status).toBe(204);
    expect((await refresh(second)).status).toBe(401);
  });

  it('does nothing to a session whose token it was not given', async () => {
    const token = await open();
    expect((await signOut(`${token.slice(0, 36)}.${'A'.repeat(43)}`)).status).toBe(204);
    expect((await signOut('garbage')).status).toBe(204);
    expect((await account.call('POST /api/auth/sign-out')).status).toBe(204);
    expect((await refresh(token)).status).toBe(200);
  });
});
