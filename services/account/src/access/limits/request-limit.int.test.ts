import { createLogger } from '@inlet/process/logger';
import { openRedis, waitUntilConnected } from '@inlet/redis/connections';
import { redisKeys } from '@inlet/redis/keys';
import { buildUser } from '@inlet/testing/build-user';
import { createTestRedis } from '@inlet/testing/test-redis';
import { expect, it, onTestFinished } from 'vitest';
import { requestsOfAccount } from '#access/limits/limits.ts';
import { createRequestLimit, type RequestLimit } from '#access/limits/request-limit.ts';
import { startTestAccount } from '#account.test-setup.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const { max } = requestsOfAccount;

async function openLimits(count: number) {
  const corner = await createTestRedis();
  onTestFinished(corner.close);
  const redis = openRedis({ role: 'client', url: corner.url, name: 'test', logger });
  onTestFinished(() => redis.disconnect());
  await waitUntilConnected(redis, 60_000);
  const keys = redisKeys(corner.prefix);
  const limits = Array.from({ length: count }, () => createRequestLimit({ redis, keys, isOn: true }));
  return { redis, limits, key: keys.attempts(`${requestsOfAccount.name}:somebody`) };
}

async function use({ take }: RequestLimit, count: number, userId = 'somebody'): Promise<void> {
  for (let i = 0; i < count; i += 1) await take(userId);
}
const isRefused = (limit: RequestLimit) =>
  limit.take('somebody').then(
    () => false,
    () => true,
  );

it('lets an account send six hundred requests a minute by all its sessions and keys', async () => {
  const account = await startTestAccount({ RATE_LIMITS: 'on' });
  onTestFinished(account.close);
  const [user, other] = [await buildUser(account.deps.database.prisma), await buildUser(account.deps.database.prisma)];
  const tokens = [await account.signIn(user), await account.signIn(user)];
  await use(account.deps.requestLimit, max - 1, user.id);
  expect((await account.call('GET /api/v1/me', { token: tokens[0] ?? '' })).status).toBe(200);
  const refused = await account.call('GET /api/v1/me', { token: tokens[1] ?? '' });
  expect([refused.status, refused.body]).toEqual([
    429,
    { error: 'An account can send 600 requests a minute. Please wait a moment and try again.', code: 'rate_limited' },
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect((await account.call('GET /api/v1/me', { token: await account.signIn(other) })).status).toBe(200);
});

it('lets everything through where limits are off', async () => {
  const account = await startTestAccount();
  onTestFinished(account.close);
  await use(account.deps.requestLimit, 2 * max);
});

it('counts what all processes of the service let through', async () => {
  const { limits } = await openLimits(2);
  const [here, there] = limits as [RequestLimit, RequestLimit];
  await use(here, max - 10);
  await use(there, 10);
  expect([await isRefused(here), await isRefused(there)]).toEqual([true, true]);
});

it('begins anew when the first request is a minute ago, as Redis knows it', async () => {
  const { redis, limits, key } = await openLimits(1);
  const [limit] = limits as [RequestLimit];
  await use(limit, max);
  expect(await isRefused(limit)).toBe(true);
  expect(await redis.pttl(key)).toBeGreaterThan(0);
  await redis.del(key);
  expect(await isRefused(limit)).toBe(false);
});

it('counts in memory while Redis is away', async () => {
  const { redis, limits } = await openLimits(1);
  const [limit] = limits as [RequestLimit];
  redis.disconnect();
  await use(limit, max);
  expect(await isRefused(limit)).toBe(true);
});
