import { rm } from 'node:fs/promises';
import { startRedisServer } from '@inlet/local-servers/redis-server';
import { makeTemporaryFolder } from '@inlet/local-servers/temporary-folder';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { startBackgroundWork } from '@inlet/process/background-work';
import type { BuiltUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { accountOf, testPassword as password } from '#account-of.test-setup.ts';
import { upkeep } from '#background-work.ts';
import { handOverMails } from '#mail/hand-over-mails.ts';
import { mailsTo, newestMail } from '#mailbox.test-setup.ts';

let folder: string;
let server: Awaited<ReturnType<typeof startRedisServer>>;
let account: TestAccount;
let user: BuiltUser;

beforeAll(async () => {
  folder = await makeTemporaryFolder('inlet-auth-outage-');
  server = await startRedisServer({ dir: `${folder}/redis` });
  account = await startTestAccount({ REDIS_URL: server.url, RATE_LIMITS: 'on' });
  user = await accountOf(account);
  await server.stop();
});
afterAll(async () => {
  await account?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const signIn = (given: string) =>
  account.call('POST /api/auth/sign-in', { body: { email: user.email, password: given } });
const forgot = (email: string) => account.call('POST /api/auth/forgot-password', { body: { email } });

it('people sign in and up while Redis is away, and a wrong password stays wrong', async () => {
  expect((await signIn(password)).status).toBe(200);
  expect((await signIn('wrong horse')).status).toBe(401);
  const body = { email: 'new@example.com', password };
  expect((await account.call('POST /api/auth/sign-up', { body })).status).toBe(201);
});

it('wrong passwords come to an end while Redis is away', async () => {
  const guessed = await accountOf(account);
  const body = { email: guessed.email, password: 'wrong horse' };
  const answers = await Promise.all(Array.from({ length: 25 }, () => account.call('POST /api/auth/sign-in', { body })));
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([...Array(10).fill(401), ...Array(15).fill(429)]);
});

it('a new password by mail is refused to everybody in the same way while Redis is away', async () => {
  const [known, unknown] = [await forgot(user.email), await forgot('nobody@example.com')];
  expect([known.status, known.body]).toMatchObject([503, { code: 'unavailable' }]);
  expect(known.headers.get('retry-after')).toMatch(/^\d+$/);
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  const token = await account.signIn(user);
  const body = { email: 'another@example.com', password };
  expect((await account.call('POST /api/auth/change-email', { token, body })).status).toBe(503);
});

it('a machine that asks for a key is told to come back while Redis is away', async () => {
  const token = await account.signIn(user);
  const asked = await account.call('POST /api/auth/device', { body: {} });
  const polled = await account.call('POST /api/auth/device/token', { body: { deviceCode: 'a code' } });
  const read = await account.call('GET /api/v1/me/devices/BCDF-GHJK', { token });
  for (const { status, body, headers } of [asked, polled, read]) {
    expect([status, body]).toMatchObject([
      503,
      { code: 'unavailable', error: expect.stringContaining('or use an API key') },
    ]);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
  }
});

it('a password is changed while Redis is away', async () => {
  const token = await account.signIn(user);
  const body = { currentPassword: password, newPassword: password };
  expect((await account.call('POST /api/auth/change-password', { token, body })).status).toBe(204);
});

it('the owner is told of it, once, when Redis is back', async () => {
  server = await startRedisServer({ dir: `${folder}/redis`, port: server.port });
  await waitUntil(() => account.deps.redis.status === 'ready', { what: 'Redis to be back' });
  expect(await mailsTo(account, user.email)).toEqual([]);
  const work = startBackgroundWork({ row: upkeep.mails }, account.deps);
  await waitUntil(async () => (await account.deps.database.prisma.pendingMail.count()) === 0);
  await work.close();
  await handOverMails(account.deps);
  expect((await mailsTo(account, user.email)).map(({ subject }) => subject)).toEqual(['Your password was changed']);
});

it('mails go out again when Redis is back, but not while it is full', async () => {
  await account.deps.redis.config('SET', 'maxmemory', '1');
  expect([(await forgot(user.email)).status, (await forgot('nobody@example.com')).status]).toEqual([503, 503]);
  expect((await signIn(password)).status).toBe(200);
  await account.deps.redis.config('SET', 'maxmemory', '0');
  expect((await forgot(user.email)).status).toBe(202);
  expect((await newestMail(account, user.email)).subject).toBe('Choose a new password');
});
