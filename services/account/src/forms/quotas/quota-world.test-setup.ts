import { randomUUID } from 'node:crypto';
import { transaction } from '@inlet/db/transaction';
import { openIntake } from '@inlet/queue/intake';
import { openProducer } from '@inlet/queue/producer';
import { type Balances, openBalances, type QuotaName } from '@inlet/redis/balances';
import { type AcceptedSubmission, packBatch } from '@inlet/submissions/batch';
import { buildForm } from '@inlet/testing/build-form';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import type pg from 'pg';
import type { TestAccount } from '#account.test-setup.ts';
import { createGrantQuota } from '#forms/quotas/grant-quota.ts';

const month = '2026-11';
const atMs = Date.UTC(2026, 10, 20, 8);

/** What becomes of a command to Redis: done, not done because the process died before, or done after it gave up. */
export type Fate = 'done' | 'never' | 'late';

interface Batch {
  readonly jobId: string;
  readonly submissions: readonly AcceptedSubmission[];
  isStored: boolean;
}

/**
 * The quota of one account on real stores, with what surrounds it: ingest spends, a worker stores, the direct path
 * takes places, processes die between two steps, and Redis executes commands late or loses its data.
 */
export interface QuotaWorld {
  /** What the plan allows. */
  limit: number;
  /** How many submissions have a place: stored, or on their way to it. */
  readonly spent: () => number;
  /** False if the process died on its way. */
  readonly grant: (wanted: number, fates?: { readonly open?: Fate; readonly apply?: Fate }) => Promise<boolean>;
  /** Queues so many, of which the last may be one that was sent before. */
  readonly spend: (count: number, isRepeat?: boolean) => Promise<'queued' | 'short' | 'full'>;
  /** Stores the oldest batch as a worker does. One that dies before the end of its job runs it again. */
  readonly store: (dies?: boolean) => Promise<void>;
  readonly storeDirectly: (count: number) => Promise<void>;
  /** Stores the oldest batch directly too, because Redis took it without an answer. */
  readonly storeTwice: () => Promise<void>;
  /** Redis executes what it was asked for while it hung. */
  readonly catchUp: () => Promise<void>;
  readonly loseRedis: () => Promise<void>;
  readonly loseBalance: () => Promise<void>;
}

export async function openQuotaWorld({ deps, keys }: TestAccount, limit: number): Promise<QuotaWorld> {
  const { redis } = deps;
  const { pool, prisma } = deps.database;
  const form = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
  const owner = { userId: form.userId, month };
  const intake = openIntake(redis, keys, openProducer(redis, keys));
  const balances = openBalances(redis, keys);
  const queue = `${keys.queues}:submissions`;

  const places = new Set<string>();
  const stored = new Set<string>();
  let [direct, repeats] = [0, 0];
  let waiting: Batch[] = [];
  let known: AcceptedSubmission[] = [];
  let late: (() => Promise<unknown>)[] = [];
  const nameOf = ({ id, receivedAtMs }: AcceptedSubmission) => `${id} ${receivedAtMs}`;

  async function meet<T>(fate: Fate, command: () => Promise<T>): Promise<T> {
    if (fate === 'late') late.push(command);
    if (fate !== 'done') throw new Error('died');
    return command();
  }

  /** Of submissions alone: there are always bytes. */
  function shaken(open: Fate, apply: Fate): Balances {
    const isOurs = ({ resource }: QuotaName) => resource === 'submissions';
    return {
      ...balances,
      read: async (name) => (isOurs(name) ? balances.read(name) : null),
      open: async (name, ...rest) => (isOurs(name) ? meet(open, () => balances.open(name, ...rest)) : null),
      apply: async (name, grant) => (isOurs(name) ? meet(apply, () => balances.apply(name, grant)) : undefined),
    };
  }

  async function takeDirectly(count: number, store: (client: pg.ClientBase) => Promise<void>): Promise<void> {
    try {
      await transaction(pool, async (client) => {
        const values = [[owner.userId], [month], ['submissions'], [count], [world.limit]];
        await client.query('select take_places($1, $2, $3, $4, $5)', values);
        await client.query(
          `insert into monthly_usage (user_id, month, submission_count) values ($1, '${month}-01', $2)
           on conflict (user_id, month) do update set
             submission_count = monthly_usage.submission_count + excluded.submission_count`,
          [owner.userId, count],
        );
        await store(client);
      });
      direct += count;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'QF001')) throw error;
    }
  }

  const world: QuotaWorld = {
    limit,
    spent: () => places.size + direct,
    grant: async (wanted, { open = 'done', apply = 'done' } = {}) => {
      const limitsOf = () => ({ ...deps.plans.limitsOf(null), submissionsPerMonth: world.limit });
      const grantQuota = createGrantQuota({
        ...deps,
        plans: { ...deps.plans, limitsOf },
        balances: shaken(open, apply),
      });
      try {
        await grantQuota(owner.userId, month, { submissions: wanted, bytes: 0 });
        return true;
      } catch (error) {
        if (error instanceof Error && (error.message === 'died' || error.message.endsWith('is over'))) return false;
        throw error;
      }
    },
    spend: async (count, isRepeat = false) => {
      const submissions = Array.from({ length: count }, () =>
        buildAcceptedSubmission({ formId: form.id, userId: form.userId, receivedAtMs: atMs }),
      );
      const [before] = known;
      if (isRepeat && before) {
        repeats += 1;
        submissions[count - 1] = { ...before, receivedAtMs: atMs + repeats };
      }
      await redis.hset(keys.balance(owner.userId, month), 'bytes:left', 1_000_000_000);
      const jobId = randomUUID();
      const wanted = { submissions: count, bytes: 1 };
      const request = { ...owner, wanted, limits: { submissions: world.limit, bytes: 1 } };
      const [room] = (await intake.admit([request], [], jobId, packBatch(submissions))).rooms;
      if (room?.fits.submissions !== count) return room?.isShort.submissions ? 'short' : 'full';
      waiting.push({ jobId, submissions, isStored: false });
      for (const one of submissions) places.add(nameOf(one));
      known.push(...submissions.filter(({ receivedAtMs }) => receivedAtMs === atMs));
      return 'queued';
    },
    store: async (dies = false) => {
      const [batch] = waiting;
      if (!batch) return;
      const { jobId, submissions } = batch;
      const rows = [
        submissions.map(({ id }) => id),
        submissions.map(({ receivedAtMs }) => new Date(receivedAtMs).toISOString()),
      ];
      await pool.query(
        `with inserted as (
           insert into submissions (id, form_id, data, created_at)
           select id, $3, '{}', at from unnest($1::uuid[], $2::timestamptz[]) as r(id, at) on conflict do nothing returning id
         )
         insert into monthly_usage (user_id, month, submission_count) select $4, '${month}-01', count(*) from inserted
         on conflict (user_id, month) do update set
           submission_count = monthly_usage.submission_count + excluded.submission_count`,
        [...rows, form.id, owner.userId],
      );
      for (const { id } of submissions) stored.add(id);
      batch.isStored = true;
      const { rows: repeated } = await pool.query<{ id: string; at: Date }>(
        `select r.id, r.at from unnest($1::uuid[], $2::timestamptz[]) as r(id, at) join submissions using (id)
         where created_at <> at or exists (select from direct_batches where ids @> array[r.id])`,
        rows,
      );
      if (repeated.length > 0) {
        await balances.refund(jobId, [{ ...owner, submissions: repeated.length, bytes: 0 }]);
        for (const { id, at } of repeated) places.delete(`${id} ${at.getTime()}`);
      }
      if (dies) return;
      await redis.multi().lrem(`${queue}:wait`, 0, jobId).del(`${queue}:${jobId}`).exec();
      waiting = waiting.slice(1);
    },
    storeDirectly: (count) => takeDirectly(count, async () => undefined),
    storeTwice: async () => {
      const fresh =
        waiting[0]?.submissions.filter(({ id, receivedAtMs }) => receivedAtMs === atMs && !stored.has(id)) ?? [];
      const ids = fresh.map(({ id }) => id);
      await takeDirectly(ids.length, async (client) => {
        const text = `insert into submissions (id, form_id, data, created_at) select unnest($1::uuid[]), $2, '{}', $3`;
        await client.query(text, [ids, form.id, new Date(atMs)]);
        await client.query('insert into direct_batches (id, ids) values ($1, $2)', [randomUUID(), ids]);
        for (const id of ids) stored.add(id);
      });
    },
    catchUp: async () => {
      for (const command of late.splice(0)) await command().catch(() => undefined);
    },
    loseRedis: async () => {
      const ours = await redis.keys(`${keys.queues}:submissions:*`);
      await redis.del([keys.balance(owner.userId, month), ...ours]);
      for (const { isStored, submissions } of waiting) {
        if (isStored) continue;
        for (const one of submissions) places.delete(nameOf(one));
        known = known.filter(({ id }) => !submissions.some((lost) => lost.id === id));
      }
      // Whatever it had not executed is gone with its connections.
      [waiting, late] = [[], []];
    },
    loseBalance: async () => {
      await redis.del(keys.balance(owner.userId, month));
    },
  };
  return world;
}
