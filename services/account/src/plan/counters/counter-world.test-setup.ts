import { randomUUID } from 'node:crypto';
import { Intake } from '@inlet/queue/intake';
import { openProducer } from '@inlet/queue/producer';
import { type Counter, openCounters } from '@inlet/redis/counters';
import { type AcceptedSubmission, packBatch } from '@inlet/submissions/batch';
import { usageOf } from '@inlet/submissions/usage';
import { buildForm } from '@inlet/testing/build-form';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import type { TestAccount } from '#account.test-setup.ts';

export const month = '2026-11';
const atMs = Date.UTC(2026, 10, 20, 8);

interface Batch {
  readonly jobId: string;
  readonly submissions: readonly AcceptedSubmission[];
}

/**
 * The month of one account on real stores, with everything around its counter: ingest queues, a worker stores and
 * refunds, the direct path stores and flushes, and Redis loses its data.
 */
export interface CounterWorld {
  readonly name: { readonly userId: string; readonly month: string };
  readonly read: () => Promise<Counter | null>;
  /** False if the month is full or not counted. Some submissions may be repeats. */
  readonly queue: (count: number, repeats?: number) => Promise<boolean>;
  /** Stores the oldest batch as a worker does; one that crashes refunds nothing and runs its job again. */
  readonly store: (dies?: boolean) => Promise<void>;
  /** Refunds what stored jobs did not need. */
  readonly refund: () => Promise<void>;
  readonly storeDirectly: (count: number) => Promise<void>;
  readonly flush: () => Promise<void>;
  readonly setAside: () => Promise<void>;
  readonly loseCounter: () => Promise<void>;
  readonly stored: () => Promise<number>;
}

export async function openCounterWorld({ deps, keys }: TestAccount, limit = 1_000): Promise<CounterWorld> {
  const { redis } = deps;
  const { pool, prisma } = deps.database;
  const form = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
  const name = { userId: form.userId, month };
  const counters = openCounters(redis, keys);
  const intake = new Intake(redis, keys, openProducer(redis, keys));
  const queueKey = `${keys.queues}:submissions`;
  const waiting: Batch[] = [];
  const known: AcceptedSubmission[] = [];

  const build = (count: number) =>
    Array.from({ length: count }, () =>
      buildAcceptedSubmission({ formId: form.id, userId: form.userId, receivedAtMs: atMs, json: '{}' }),
    );

  /** Inserts new submissions, counts them, and records additional data in the same transaction. */
  async function insert(submissions: readonly AcceptedSubmission[], note: string, values: readonly unknown[]) {
    await pool.query(
      `with inserted as (
         insert into submissions (id, form_id, data, created_at)
         select id, $2, '{}', $3 from unnest($1::uuid[]) as r(id) on conflict do nothing returning id
       ), counted as (
         insert into monthly_usage (user_id, month, submission_count, byte_count)
         select $4, '${month}-01', count(*), 2 * count(*) from inserted
         on conflict (user_id, month) do update set
           submission_count = monthly_usage.submission_count + excluded.submission_count,
           byte_count = monthly_usage.byte_count + excluded.byte_count
       ), found as (select count(*) as n, array_agg(id) as ids from inserted)
       ${note}`,
      [submissions.map(({ id }) => id), form.id, new Date(atMs), form.userId, ...values],
    );
  }
  const usageJson = (count: string) =>
    `json_build_array(json_build_object('userId', $4::uuid, 'month', '${month}', 'submissions', ${count}, 'bytes', 2 * (${count})))`;

  return {
    name,
    read: async () => (await counters.read([name]))[0] ?? null,
    queue: async (count, repeats = 0) => {
      const submissions = [...known.slice(0, repeats), ...build(count)];
      const [usage] = usageOf(submissions);
      if (!usage) return false;
      const { submissions: queued, bytes } = usage;
      const jobId = randomUUID();
      const request = { ...name, wanted: { submissions: queued, bytes }, limits: { submissions: limit, bytes: 1e9 } };
      const batch = { id: jobId, requests: [request], claims: [], batch: packBatch(submissions) };
      if (!(await intake.admit(batch)).isQueued) return false;
      waiting.push({ jobId, submissions });
      known.push(...submissions.slice(repeats));
      return true;
    },
    store: async (dies = false) => {
      const [batch] = waiting;
      if (!batch) return;
      await insert(
        batch.submissions,
        `insert into stored_batches (job, refunds, refunded_at)
         select $5, ${usageJson('$6 - n')}, case when n = $6 then now() end from found on conflict do nothing`,
        [batch.jobId, batch.submissions.length],
      );
      if (dies) return;
      await redis.multi().lrem(`${queueKey}:wait`, 0, batch.jobId).del(`${queueKey}:${batch.jobId}`).exec();
      waiting.shift();
    },
    refund: async () => {
      const { rows } = await pool.query(
        `select job, refunds from stored_batches where refunded_at is null and refunds::text like '%' || $1 || '%'`,
        [form.userId],
      );
      for (const { job, refunds } of rows) {
        const { submissions, bytes } = refunds[0];
        const change = { ...name, submissions: -submissions, bytes: -bytes, receipt: job };
        if (!(await counters.change(change))) continue;
        await pool.query('update stored_batches set refunded_at = now() where job = $1', [job]);
        await counters.forget([change]);
      }
    },
    storeDirectly: async (count) => {
      // This includes the oldest batch, which Redis accepted without a reply.
      const submissions = [...(waiting[0]?.submissions ?? []), ...build(count)];
      await insert(
        submissions,
        `insert into direct_batches (id, ids, used, flushed_at)
         select $5, ids, ${usageJson('n')}, null from found where n > 0`,
        [randomUUID()],
      );
    },
    flush: async () => {
      const { rows } = await pool.query(
        `select id, used from direct_batches where flushed_at is null and used::text like '%' || $1 || '%'`,
        [form.userId],
      );
      for (const { id, used } of rows) {
        const { submissions, bytes } = used[0];
        if (!(await counters.change({ ...name, submissions, bytes, receipt: `direct:${id}` }))) continue;
        await pool.query('update direct_batches set flushed_at = now() where id = $1', [id]);
      }
    },
    setAside: async () => {
      await pool.query(
        `insert into dead_submissions (id, form_id, payload, reason, user_id, month, submissions, bytes)
         values ($1, $2, '', 'x', $3, $4, 1, 2)`,
        [randomUUID(), form.id, form.userId, month],
      );
    },
    loseCounter: async () => void (await redis.del(keys.counter(form.userId, month))),
    stored: async () => prisma.submission.count({ where: { formId: form.id } }),
  };
}
