import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { deviceListSchema } from '@inlet/contracts/sessions';
import type { User } from '@inlet/db/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount, testClient } from '#account.test-setup.ts';
import { accountOf, auditOf, testPassword } from '#account-of.test-setup.ts';
import { signOutAccounts } from '#identity/sessions/sign-out-accounts.ts';
import { makeKey } from '#make-key.test-setup.ts';

let account: TestAccount;
let user: User;
let token: string;
beforeAll(async () => {
  account = await startTestAccount();
});
beforeEach(async () => {
  user = await accountOf(account);
  token = await account.signIn(user);
});
afterAll(() => account.close());

async function devices() {
  const answer = await account.call('GET /api/v1/me/sessions', { token });
  expect(answer.status).toBe(200);
  return deviceListSchema.strict().parse(answer.body).sessions;
}
const currentId = async () => (await devices()).find(({ isCurrent }) => isCurrent)?.id ?? '';
const end = (id: string, asker = token) => account.call(`DELETE /api/v1/me/sessions/${id}`, { token: asker });
const endAll = () => account.call('DELETE /api/v1/me/sessions', { token });
const statusOfMe = async (asker: string) => (await account.call('GET /api/v1/me', { token: asker })).status;
const openElsewhere = () => account.deps.sessions.open(user, { address: '203.0.113.7', userAgent: 'Firefox' });

describe('the list of sessions', () => {
  it('tells where an account is signed in, and which one asks', async () => {
    const elsewhere = await openElsewhere();
    await account.signIn(await accountOf(account));
    const list = await devices();
    expect(list).toHaveLength(2);
    expect(list.find(({ isCurrent }) => isCurrent)).toMatchObject({ address: '127.0.0.1', userAgent: 'a test' });
    expect(list.find(({ isCurrent }) => !isCurrent)).toMatchObject({
      id: elsewhere.id,
      address: '203.0.113.7',
      userAgent: 'Firefox',
    });
  });

  it('shows the device that signed in, as the gateway saw it', async () => {
    const headers = {
      'user-agent': `Chrome ${'x'.repeat(400)}`,
      'x-forwarded-for': '6.6.6.6, 198.51.100.4',
      'x-inlet-gateway': account.env.INTERNAL_TOKEN ?? '',
    };
    const body = { email: user.email, password: testPassword };
    await account.call('POST /api/auth/sign-in', { headers, body });
    const [device] = (await devices()).filter(({ isCurrent }) => !isCurrent);
    expect(device?.address).toBe('198.51.100.4');
    expect(device?.userAgent).toMatch(/^Chrome x{293}$/);
  });

  it('has the last used first, and none that is over', async () => {
    const [first, second] = [await openElsewhere(), await openElsewhere()];
    const { session } = account.deps.database.prisma;
    const lastUsedAt = new Date(Date.now() + 60_000);
    await session.update({ where: { id: first.id }, data: { lastUsedAt } });
    await session.update({ where: { id: second.id }, data: { expiresAt: new Date(Date.now() - 1) } });
    const ids = (await devices()).map(({ id }) => id);
    expect(ids[0]).toBe(first.id);
    expect(ids).not.toContain(second.id);
  });

  it('holds nothing that a session is continued by', async () => {
    const { refreshToken } = await openElsewhere();
    const answer = await account.call('GET /api/v1/me/sessions', { token });
    expect(answer.text).not.toContain(refreshToken.slice(37));
    expect(answer.text).not.toMatch(/hash/i);
  });
});

describe('the end of a session', () => {
  it('is at once: neither its access token nor its refresh token works any more', async () => {
    const elsewhere = await openElsewhere();
    const { token: theirs } = await account.deps.accessTokens.issue(user.id, elsewhere.id);
    expect(await statusOfMe(theirs)).toBe(200);
    const answer = await end(elsewhere.id);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await statusOfMe(theirs)).toBe(401);
    const body = { refresh_token: elsewhere.refreshToken };
    expect((await account.call('POST /api/auth/refresh', { body })).status).toBe(401);
    expect(await statusOfMe(token)).toBe(200);
    expect(await auditOf(account, user.id)).toEqual(['account.session_ended']);
  });

  it('takes the cookie out of the browser that ends its own', async () => {
    const answer = await end((await currentId()).toUpperCase());
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^inlet_refresh=; .*Expires=Thu, 01 Jan 1970/);
    expect(await statusOfMe(token)).toBe(401);
  });

  it('is refused for a session of another account, as for one that never existed', async () => {
    const other = await accountOf(account);
    const theirs = await account.deps.sessions.open(other, testClient);
    for (const id of [theirs.id, randomUUID(), 'x', '%00', '1 or 1=1']) {
      const answer = await end(id);
      expect([answer.status, answer.body]).toEqual([404, { error: 'Session not found', code: 'session_not_found' }]);
    }
    const { session } = account.deps.database.prisma;
    expect(await session.count({ where: { id: theirs.id } })).toBe(1);
    expect(await auditOf(account, user.id)).toEqual([]);
  });

  it('comes on its own after its time, for the access token as well', async () => {
    const id = await currentId();
    const expiresAt = new Date(Date.now() - 1);
    await account.deps.database.prisma.session.update({ where: { id }, data: { expiresAt } });
    expect(await statusOfMe(token)).toBe(401);
  });
});

describe('signing out everywhere', () => {
  it('ends every session of the account, this one too, and no other', async () => {
    const other = await account.signIn(await accountOf(account));
    await openElsewhere();
    const answer = await endAll();
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^inlet_refresh=; .*Expires=Thu, 01 Jan 1970/);
    expect(await account.deps.database.prisma.session.count({ where: { userId: user.id } })).toBe(0);
    expect(await statusOfMe(token)).toBe(401);
    expect(await statusOfMe(other)).toBe(200);
    expect(await auditOf(account, user.id)).toEqual(['account.signed_out_everywhere']);
  });
});

describe('an operator', () => {
  it('signs out an account, or all of them, who find it in their activity', async () => {
    const other = await accountOf(account);
    const theirs = await account.signIn(other);
    expect(await signOutAccounts(account.deps, user.email)).toEqual({ accounts: 1, sessions: 1 });
    expect([await statusOfMe(token), await statusOfMe(theirs)]).toEqual([401, 200]);
    expect(await auditOf(account, user.id)).toEqual(['account.signed_out_everywhere']);
    expect(await signOutAccounts(account.deps, 'nobody@example.com')).toEqual({ accounts: 0, sessions: 0 });
    await account.signIn(user);
    const script = fileURLToPath(import.meta.resolve('#commands/sign-out.ts'));
    const env = { DATABASE_URL: account.env.DATABASE_URL, LOG_LEVEL: 'fatal' };
    const { stdout } = await promisify(execFile)(process.execPath, [script, '--all'], { env });
    expect(stdout).toMatch(/^\d+ sessions of \d+ accounts ended\n$/);
    expect(await statusOfMe(theirs)).toBe(401);
    await expect(promisify(execFile)(process.execPath, [script, 'nobody'], { env })).rejects.toThrow('or --all');
  });
});

it('sessions are no business of programs with a key', async () => {
  const { key } = await makeKey(account, user.id);
  for (const request of [
    'GET /api/v1/me/sessions',
    'DELETE /api/v1/me/sessions',
    `DELETE /api/v1/me/sessions/${randomUUID()}`,
  ]) {
    const answer = await account.call(request, { token: key });
    expect([answer.status, answer.body]).toMatchObject([403, { code: 'person_required' }]);
  }
  expect(await statusOfMe(token)).toBe(200);
});
