import { randomUUID } from 'node:crypto';
import { systemPlan } from '@inlet/contracts/plans';
import { sessionSchema } from '@inlet/contracts/sessions';
import { createLogger } from '@inlet/process/logger';
import { buildUser } from '@inlet/testing/build-user';
import { expect, it, onTestFinished } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { testPassword as password } from '#account-of.test-setup.ts';
import { logFirstAccount } from '#identity/first-account/log-first-account.ts';

async function start(settings: Readonly<Record<string, string>> = {}): Promise<TestAccount> {
  const account = await startTestAccount({ SIGN_UP: 'invite', ...settings });
  onTestFinished(() => account.close());
  return account;
}

/** The links that the service logs at its start. */
async function loggedLinks(account: TestAccount): Promise<string[]> {
  const lines: string[] = [];
  const logger = createLogger({ service: 'account', level: 'info' }, { write: (line) => lines.push(line) });
  await logFirstAccount({ ...account.deps, database: account.serviceDatabase, logger });
  return lines.map((line) => JSON.parse(line).link);
}

const tokenOf = (link: string | undefined) => new URL(link ?? '').searchParams.get('invite');
const signUp = (account: TestAccount, invite: string | null) =>
  account.call('POST /api/auth/sign-up', { body: { email: `${randomUUID()}@example.com`, password, invite } });

it('the log of a fresh installation has the link that makes the first account, once', async () => {
  const account = await start();
  // Every installation has the product's own account.
  await buildUser(account.deps.database.prisma, { plan: systemPlan });
  const [link, ...others] = await loggedLinks(account);
  expect(link).toMatch(/^http:\/\/localhost:8080\/auth\?invite=[\w-]{43}$/);
  expect(others).toEqual([]);
  // Another process, or another start, logs the same link.
  expect(await loggedLinks(account)).toEqual([link]);
  const token = tokenOf(link);
  const read = async () => (await account.call('POST /api/auth/read-invitation', { body: { token } })).body;
  expect(await read()).toEqual({ email: null, state: 'open', hasAccount: false });
  const first = await signUp(account, token);
  expect(first.status).toBe(201);
  const { user } = sessionSchema.parse(first.body);
  // No mail was sent to this address, so it is unverified, and cannot buy plans for invited users.
  expect(user).toMatchObject({ isInvited: false, isVerified: false });
  expect(await read()).toEqual({ email: null, state: 'used', hasAccount: true });
  expect((await signUp(account, token)).body).toMatchObject({ code: 'invite_required' });
  expect(await loggedLinks(account)).toEqual([]);
});

it('of two who open the link at once, one has the account', async () => {
  const account = await start();
  const [link] = await loggedLinks(account);
  const answers = await Promise.all([1, 2, 3, 4].map(() => signUp(account, tokenOf(link))));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403, 403, 403]);
});

it('the link stays dead after all accounts are gone', async () => {
  const account = await start();
  const [link] = await loggedLinks(account);
  expect((await signUp(account, tokenOf(link))).status).toBe(201);
  await account.deps.database.prisma.user.deleteMany();
  expect((await signUp(account, tokenOf(link))).status).toBe(403);
  expect(await loggedLinks(account)).toEqual([]);
});

it('nothing is logged where anybody may sign up, and the first account there closes the link', async () => {
  const account = await start({ SIGN_UP: 'open' });
  expect(await loggedLinks(account)).toEqual([]);
  const { status } = await account.call('POST /api/auth/sign-up', {
    body: { email: `${randomUUID()}@example.com`, password },
  });
  expect(status).toBe(201);
  expect(await account.deps.database.prisma.installation.count({ where: { firstAccountAt: null } })).toBe(0);
});

it('a token of another installation opens nothing', async () => {
  const [account, other] = [await start(), await start({ TOKEN_SECRET: 'another secret of another test: 32+' })];
  const [link] = await loggedLinks(other);
  expect((await signUp(account, tokenOf(link))).status).toBe(403);
});
