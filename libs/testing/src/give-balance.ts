import type { Amounts } from '@inlet/contracts/quotas';
import type { RedisConnection } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';

export interface AccountMonth {
  readonly userId: string;
  readonly month: string;
}

/** KEYS: the balances. ARGV: the limits. In one step, so that others may spend meanwhile. */
const giveScript = `
for n, resource in ipairs({'submissions', 'bytes'}) do
  local given, left = unpack(redis.call('HMGET', KEYS[1], resource .. ':given', resource .. ':left'))
  local spent = tonumber(given or '0') - tonumber(left or '0')
  redis.call('HSET', KEYS[1], resource .. ':lease', 1, resource .. ':given', ARGV[n],
    resource .. ':left', ARGV[n] - spent, resource .. ':low', 0, resource .. ':full', 1)
end`;

/** Gives Redis all that a plan allows of a month, as account does in pieces; what was spent of it stays spent. */
export async function giveBalance(
  redis: RedisConnection,
  keys: RedisKeys,
  { userId, month }: AccountMonth,
  { submissions = 1_000_000_000, bytes = 1_000_000_000 }: Partial<Amounts> = {},
): Promise<void> {
  await redis.eval(giveScript, 1, keys.balance(userId, month), submissions, bytes);
}

/** What Redis has spent of the balances of its present leases. */
export async function spentOf(
  redis: RedisConnection,
  keys: RedisKeys,
  { userId, month }: AccountMonth,
): Promise<Amounts> {
  const found = await redis.hgetall(keys.balance(userId, month));
  const spent = (resource: string) => Number(found[`${resource}:given`] ?? 0) - Number(found[`${resource}:left`] ?? 0);
  return { submissions: spent('submissions'), bytes: spent('bytes') };
}
