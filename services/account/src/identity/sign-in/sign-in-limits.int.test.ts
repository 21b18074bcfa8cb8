import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInsOfAccount, signInsOfNetwork } from '#access/limits/limits.ts';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, auditOf, testPassword } from '#account-of.test-setup.ts';
import { signInCounters } from '#identity/sign-in/sign-in-counters.ts';
import { newestMail, tokenIn } from '#mailbox.test-setup.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await startTestAccount({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' });
});
afterAll(() => account.close());

/** Makes an address in a network that no other test uses. */
let networks = 0;
function newAddress(): string {
  networks += 1;
  return `203.0.113.${networks}`;
}

const ask = (request: string, address: string, body: unknown) =>
  account.call(request, { body, headers: { 'x-forwarded-for': address } });
const signIn = (email: string, password: string, address: string) =>
  ask('POST /api/auth/sign-in', address, { email, password });
const failures = async (count: number, email: string, address: string) =>
  Promise.all(Array.from({ length: count }, () => signIn(email, 'wrong horse', address)));
const statusOf = async (email: string, password: string, address: string) =>
  (await signIn(email, password, address)).status;

/** Uses up a sign-in limit except for `left` attempts, without signing in. */
async function useUp(name: string, email: string, address: string, left = 0): Promise<void> {
  const counters = (await signInCounters(account.deps, email, address)).filter(({ limit }) => limit.name === name);
  const [counter] = counters;
  if (!counter) throw new Error('This limit does not hold here');
  for (let i = 0; i < counter.limit.max - left; i += 1) await account.deps.attempts.take([counter]);
}

describe('guessing the password of an account', () => {
  it('ends after ten wrong ones from a network, also when they come at once, and no right one helps', async () => {
    const [{ id, email }, address] = [await accountOf(account), newAddress()];
    const answers = await failures(16, email, address);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(6);
    expect(refused[0]?.body).toEqual({
      error: 'Too many attempts. Please wait a moment and try again.',
      code: 'rate_limited',
    });
    const seconds = Number(refused[0]?.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(800);
    expect(seconds).toBeLessThanOrEqual(900);
    expect(await statusOf(email, testPassword, address)).toBe(429);
    expect(await auditOf(account, id)).toEqual(Array(10).fill('account.sign_in_failed'));
  });

  it('blocks no one from another network or with another account', async () => {
    const [{ email }, other, address] = [await accountOf(account), await accountOf(account), newAddress()];
    await failures(10, email, address);
    expect(await statusOf(email, testPassword, newAddress())).toBe(200);
    expect(await statusOf(other.email, testPassword, address)).toBe(200);
  });

  it('looks the same for an address without an account', async () => {
    const address = newAddress();
    const statuses = (await failures(12, 'nobody@example.com', address)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(10).fill(401), 429, 429]);
  });

  it('counts no right password', async () => {
    const [{ email }, address] = [await accountOf(account), newAddress()];
    await failures(9, email, address);
    for (let i = 0; i < 3; i += 1) expect(await statusOf(email, testPassword, address)).toBe(200);
    expect(await statusOf(email, 'wrong horse', address)).toBe(401);
    expect(await statusOf(email, testPassword, address)).toBe(429);
  });

  it('counts no right password although twenty come at once', async () => {
    const [{ email }, address] = [await accountOf(account), newAddress()];
    const statuses = await Promise.all(Array.from({ length: 20 }, () => statusOf(email, testPassword, address)));
    expect(statuses).toEqual(Array(20).fill(200));
  });

  it('counts a household with its many IPv6 addresses as one', async () => {
    const { email } = await accountOf(account);
    for (let i = 0; i < 10; i += 1) await signIn(email, 'wrong horse', `2001:db8:1:2::${i + 1}`);
    expect(await statusOf(email, testPassword, '2001:db8:1:2:ffff::1')).toBe(429);
    expect(await statusOf(email, testPassword, '2001:db8:1:3::1')).toBe(200);
  });

  it('begins anew after the password was reset', async () => {
    const [{ email }, address] = [await accountOf(account), newAddress()];
    await failures(10, email, address);
    await useUp(signInsOfAccount.name, email, newAddress(), 10);
    expect(await statusOf(email, testPassword, newAddress())).toBe(429);
    await ask('POST /api/auth/forgot-password', newAddress(), { email });
    const token = tokenIn(await newestMail(account, email));
    await ask('POST /api/auth/reset-password', newAddress(), { token, password: 'a new password' });
    expect(await statusOf(email, 'a new password', address)).toBe(200);
  });
});

describe('guessing from everywhere', () => {
  it('ends after a hundred wrong passwords of one account', async () => {
    const { email } = await accountOf(account);
    await useUp(signInsOfAccount.name, email, newAddress(), 1);
    expect(await statusOf(email, 'wrong horse', newAddress())).toBe(401);
    const refused = await signIn(email, testPassword, newAddress());
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(900);
  });

  it('never locks the owner out where the account is signed in already', async () => {
    const [user, home] = [await accountOf(account), newAddress()];
    expect(await statusOf(user.email, testPassword, home)).toBe(200);
    await useUp(signInsOfAccount.name, user.email, newAddress());
    expect(await statusOf(user.email, testPassword, newAddress())).toBe(429);
    expect(await statusOf(user.email, testPassword, home)).toBe(200);
    expect(await statusOf(user.email, 'wrong horse', home)).toBe(401);

    const expiresAt = new Date(Date.now() - 1);
    await account.deps.database.prisma.session.updateMany({ where: { userId: user.id }, data: { expiresAt } });
    expect(await statusOf(user.email, testPassword, home)).toBe(429);
  });

  it('is not made easier by a session of another account in the same network', async () => {
    const [user, other, shared] = [await accountOf(account), await accountOf(account), newAddress()];
    expect(await statusOf(other.email, testPassword, shared)).toBe(200);
    await useUp(signInsOfAccount.name, user.email, newAddress());
    expect(await statusOf(user.email, testPassword, shared)).toBe(429);
  });
});

describe('guessing from one network', () => {
  it('ends after thirty wrong passwords, for all accounts together', async () => {
    const [{ email }, address] = [await accountOf(account), newAddress()];
    await useUp(signInsOfNetwork.name, 'nobody@example.com', address, 1);
    expect(await statusOf('nobody@example.com', 'wrong horse', address)).toBe(401);
    expect(await statusOf(email, testPassword, address)).toBe(429);
    expect(await statusOf(email, testPassword, newAddress())).toBe(200);
  });

  it('has the limits that were promised', () => {
    expect(signInsOfNetwork).toMatchObject({ max: 30, windowSeconds: 900 });
    expect(signInsOfAccount).toMatchObject({ max: 100, windowSeconds: 3_600 });
  });
});
