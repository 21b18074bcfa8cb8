import type { Amounts } from '@inlet/contracts/quotas';
import { quotaResources } from '@inlet/contracts/quotas';
import { type RunSql, runOn } from '@inlet/db/run-sql';
import { transaction } from '@inlet/db/transaction';
import { type KnownJobs, waitingSubmissions } from '@inlet/queue/waiting-submissions';
import { type Balance, type Balances, type Grant, openBalances, type QuotaName } from '@inlet/redis/balances';
import { openReservations } from '@inlet/redis/quota-reservations';
import { createSemaphore } from '@inlet/service/semaphore';
import { answerOfRedis } from '#forms/quotas/answer-of-redis.ts';
import { countSpent, lockQuota, type QuotaRow, saveQuota } from '#forms/quotas/quotas.store.ts';
import { shareQuota } from '#forms/quotas/share-quota.ts';
import type { Resources } from '#resources.ts';

export type GrantDeps = Pick<Resources, 'database' | 'redis' | 'redisWatch' | 'keys' | 'plans' | 'config'> & {
  /** Only tests have others. */
  readonly balances?: Balances;
};

/** Grants an account's month more of its quotas: at least what is wanted, where there is so much. */
export type GrantQuota = (userId: string, month: string, wanted: Amounts) => Promise<void>;

/** The balance is lost, so the queue is to be read, which may take seconds: not while others wait for the row. */
const uncounted = Symbol('uncounted');

/** Each waits for Redis with a connection in its hands; with a quarter of them, nobody else does. */
const shareOfConnections = 1 / 4;

/**
 * The database grants and Redis spends. A grant names all that a lease was given, so it may be repeated, late or lost:
 * the next one makes up for it. A new lease begins where Redis does not have the one that the row names, or less is
 * allowed than before; what was spent is then read from the balance, or counted where that is lost.
 */
export function createGrantQuota(deps: GrantDeps): GrantQuota {
  const { database, redis, redisWatch, keys, plans, config } = deps;
  const balances = deps.balances ?? openBalances(redis, keys);
  const reservations = openReservations(redis, keys);
  const semaphore = createSemaphore(Math.max(1, Math.floor(config.DATABASE_CONNECTIONS * shareOfConnections)));

  const readQueue = ({ userId, month }: QuotaName, known: KnownJobs) =>
    waitingSubmissions(redis, keys, userId, month, known);

  async function countAll(run: RunSql, name: QuotaName, known: KnownJobs): Promise<number> {
    // The queue first: what leaves it between the two looks is in the database at the second one.
    const waiting = await answerOfRedis(readQueue(name, known));
    return countSpent(run, name, waiting, await reservations.list());
  }

  /** Whether Redis never had a balance of it, nor a count by the release before: then nothing of it waits there. */
  async function isNew({ userId, month }: QuotaName, row: QuotaRow, seen: Balance | null): Promise<boolean> {
    return row.lease === 0 && seen === null && (await answerOfRedis(redis.exists(keys.usage(userId, month)))) === 0;
  }

  async function renew(
    run: RunSql,
    name: QuotaName,
    row: QuotaRow,
    seen: Balance | null,
    known: KnownJobs | null,
  ): Promise<QuotaRow | typeof uncounted> {
    const neverSpent = await isNew(name, row, seen);
    const isLost = !neverSpent && !(seen && isOf(row, seen));
    if (isLost && known === null) return uncounted;
    const lease = Math.max(row.lease, seen?.lease ?? 0) + 1;
    const last = await answerOfRedis(balances.open(name, seen?.lease ?? null, lease));
    // A replica that takes over without it would let ingest spend what is granted a second time.
    await answerOfRedis(redisWatch.confirm());
    const counted = () => (neverSpent ? Math.max(0, row.stored - row.direct) : countAll(run, name, known ?? new Map()));
    const spent = last && isOf(row, last) ? row.base + last.given - last.left : await counted();
    return { ...row, lease, base: spent, granted: spent };
  }

  async function grant(
    run: RunSql,
    name: QuotaName,
    wanted: number,
    known: KnownJobs | null,
  ): Promise<Grant | typeof uncounted | null> {
    const found = await lockQuota(run, name);
    if (!found) return null;
    const limits = plans.limitsOf(found.plan);
    const limit = name.resource === 'bytes' ? limits.bytesPerMonth : limits.submissionsPerMonth;
    const seen = await answerOfRedis(balances.read(name));
    const isCurrent = seen !== null && isOf(found, seen) && found.limitGiven === limit;
    const row = isCurrent ? found : await renew(run, name, found, seen, known);
    if (row === uncounted) return uncounted;
    const { lease, base } = row;
    // What was granted before and never came is part of what Redis has.
    const left = isCurrent ? row.granted - base - seen.given + seen.left : 0;
    const { more, low, isFull } = shareQuota({ ...row, limit, left }, wanted);
    const granted = row.granted + more;
    await saveQuota(run, name, { lease, base, granted, limitGiven: limit });
    return { lease, given: granted - base, low, isFull };
  }

  async function grantOne(name: QuotaName, wanted: number): Promise<void> {
    const tryWith = (known: KnownJobs | null) =>
      transaction(database.pool, (client) => grant(runOn(client), name, wanted, known));
    let granted = await tryWith(null);
    if (granted === uncounted) {
      const known: KnownJobs = new Map();
      await readQueue(name, known);
      granted = await tryWith(known);
    }
    if (granted && granted !== uncounted) await balances.apply(name, granted);
  }

  return async (userId, month, wanted) => {
    // A hung Redis would leave a line of grants behind that nobody waits for any more.
    await answerOfRedis(redis.ping());
    await semaphore.run(async () => {
      for (const resource of quotaResources) await grantOne({ userId, month, resource }, wanted[resource]);
    });
  };
}

/**
 * Whether a balance is that of the row's lease. It is not where Redis or the database has gone back in time: then one
 * has given what the other does not know of, or more is stored than was spent.
 */
function isOf({ lease, base, granted, direct, stored }: QuotaRow, balance: Balance): boolean {
  const spent = base + balance.given - balance.left;
  return lease > 0 && balance.lease === lease && balance.given <= granted - base && stored - direct <= spent;
}
