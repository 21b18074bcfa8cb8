import type { User } from '@inlet/db/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, testPassword } from '#account-of.test-setup.ts';
import { confirmedMs } from '#identity/sessions/confirm-session.ts';
import { makeKey } from '#make-key.test-setup.ts';

let account: TestAccount;
let user: User;
let token: string;
let elsewhere: string;
let keyId: string;
beforeAll(async () => {
  account = await startTestAccount();
});
beforeEach(async () => {
  user = await accountOf(account);
  token = await account.signIn(user);
  elsewhere = (await account.deps.sessions.open(user, { address: '203.0.113.7', userAgent: 'Firefox' })).id;
  keyId = (await makeKey(account, user.id)).id;
});
afterAll(() => account.close());

const sessions = () => account.deps.database.prisma.session;
/** This simulates a sign-in some time ago. */
const signedInBefore = (ms: number) =>
  sessions().updateMany({ where: { userId: user.id }, data: { createdAt: new Date(Date.now() - ms) } });
const confirm = (password: string) => account.call('POST /api/auth/confirm', { token, body: { password } });

const calls: Readonly<Record<string, () => readonly [request: string, status: number, body?: object]>> = {
  'ending a session': () => [`DELETE /api/v1/me/sessions/${elsewhere}`, 204],
  'ending all sessions': () => ['DELETE /api/v1/me/sessions', 204],
  'revoking an API key': () => [`DELETE /api/v1/me/api-keys/${keyId}`, 204],
  'the export of the account': () => ['GET /api/v1/me/export', 200],
  'the erasure of a person': () => ['POST /api/v1/erasures', 202, { email: 'ada@example.com' }],
};
async function make(what: string) {
  const [request, status, body] = calls[what]?.() ?? ['', 0];
  const answer = await account.call(request, { token, ...(body && { body }) });
  return { status: answer.status === status ? 'done' : answer.status, body: answer.body };
}
const refused = {
  status: 403,
  body: { code: 'confirmation_required', error: 'Confirm with your password that it is you, then try again.' },
};

async function traces() {
  const { prisma } = account.deps.database;
  const where = { userId: user.id };
  const [events, erasures] = await Promise.all([prisma.auditEvent.count({ where }), prisma.erasure.count({ where })]);
  const keys = await prisma.apiKey.count({ where });
  return { events, erasures, keys, sessions: await sessions().count({ where }) };
}

describe.each(Object.keys(calls))('%s', (what) => {
  it('is open for ten minutes after the sign-in', async () => {
    await signedInBefore(confirmedMs - 60_000);
    expect(await make(what)).toMatchObject({ status: 'done' });
  });

  it('asks for the password then, and changes nothing', async () => {
    await signedInBefore(confirmedMs);
    const before = await traces();
    expect(await make(what)).toEqual(refused);
    expect(await traces()).toEqual(before);
  });

  it('is open again for ten minutes after the password was given', async () => {
    await signedInBefore(confirmedMs);
    expect((await confirm(testPassword)).status).toBe(204);
    await sessions().updateMany({
      where: { userId: user.id, confirmedAt: { not: null } },
      data: { confirmedAt: new Date(Date.now() - confirmedMs) },
    });
    expect(await make(what)).toEqual(refused);
    await confirm(testPassword);
    expect(await make(what)).toMatchObject({ status: 'done' });
  });

  it('is closed to a program with a key', async () => {
    const { key } = await makeKey(account, user.id);
    const [request, , body] = calls[what]?.() ?? ['', 0];
    const answer = await account.call(request, { token: key, ...(body && { body }) });
    expect([answer.status, answer.body]).toMatchObject([403, { code: 'person_required' }]);
  });
});

describe('a confirmation', () => {
  beforeEach(() => signedInBefore(confirmedMs));

  it('with a wrong password is refused and confirms nothing', async () => {
    const answer = await confirm('not the one');
    expect([answer.status, answer.body]).toMatchObject([403, { code: 'wrong_password' }]);
    expect(await make('the export of the account')).toEqual(refused);
  });

  it('counts for its own session alone', async () => {
    await confirm(testPassword);
    token = (await account.deps.accessTokens.issue(user.id, elsewhere)).token;
    expect(await make('the export of the account')).toEqual(refused);
  });

  it('is none when a session is only renewed', async () => {
    const { refreshToken, id } = await account.deps.sessions.open(user, { address: '203.0.113.7', userAgent: null });
    await sessions().update({ where: { id }, data: { createdAt: new Date(Date.now() - confirmedMs) } });
    const renewed = await account.call('POST /api/auth/refresh', { body: { refresh_token: refreshToken } });
    token = (renewed.body as { access_token: string }).access_token;
    expect(await make('the export of the account')).toEqual(refused);
  });
});
