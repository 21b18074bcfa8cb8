import { waitUntil } from '@inlet/local-servers/wait-until';
import { jobs } from '@inlet/queue/jobs';
import type { RedisKeys } from '@inlet/redis/keys';
import { rewriteFile } from '@inlet/redis/rewrite-file';
import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type pg from 'pg';

/** The number of stored submissions, by the rows and by each counter. */
type Stored = { rows: number; total: number; days: number; months: number };

const SETTLE_TIMEOUT_MS = 300_000;
const SETTLE_INTERVAL_MS = 50;
/** When a load ends, ingest may still have requests that reach the empty queue a moment later. */
const STILL_MS = 500;

const storedSql = `select
  (select count(*) from submissions)::int as rows,
  (select coalesce(sum(submission_count), 0) from form_totals)::int as total,
  (select coalesce(sum(submission_count), 0) from daily_form_counters)::int as days,
  (select coalesce(sum(submission_count), 0) from monthly_usage)::int as months`;

// Counts by the forms' totals, which are as fast with a million rows as without any.
const totalSql = 'select coalesce(sum(submission_count), 0)::int as total from form_totals';

/** Counts the submissions that a load has stored. */
export function openTally({ pool, redis, lanes }: { pool: pg.Pool; redis: Redis; lanes: readonly RedisKeys[] }) {
  const { queue: name } = jobs['store-submissions'];
  const queues = lanes.map((keys) => {
    const queue = new Queue(name, { connection: redis, prefix: keys.queues, skipMetasUpdate: true });
    queue.on('error', () => undefined);
    return queue;
  });
  const isLaneEmpty = async (queue: Queue) => {
    const { waiting, active, delayed, failed } = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
    if (failed) throw new Error(`${failed} batches could not be stored`);
    return !waiting && !active && !delayed;
  };
  const isEmpty = async () => (await Promise.all(queues.map(isLaneEmpty))).every((isDone) => isDone);
  return {
    /** Waits until the queue has been empty and nothing was stored for a while; returns the stored count. */
    settled: async () => {
      let lastTotal = -1;
      let stillSince = Number.POSITIVE_INFINITY;
      const isStill = async () => {
        const isDone = await isEmpty();
        const [counted] = (await pool.query<{ total: number }>(totalSql)).rows;
        if (!isDone || counted?.total !== lastTotal) stillSince = performance.now();
        lastTotal = counted?.total ?? 0;
        return performance.now() - stillSince >= STILL_MS;
      };
      const limits = { timeoutMs: SETTLE_TIMEOUT_MS, intervalMs: SETTLE_INTERVAL_MS };
      await waitUntil(isStill, { ...limits, what: 'every submission to be stored' });
      const { rows } = await pool.query<Stored>(storedSql);
      return rows[0] ?? { rows: 0, total: 0, days: 0, months: 0 };
    },
    /** Deletes all submissions and lets both servers become idle, so that no round pays for the previous one. */
    reset: async () => {
      await pool.query(
        'truncate submissions, submission_states, form_totals, daily_form_counters, daily_origin_counters, monthly_usage, search_fills, search_texts',
      );
      await pool.query('checkpoint');
      // An append-only file that has grown under one load would be rewritten during the next.
      await rewriteFile(redis);
    },
    close: async () => void (await Promise.all(queues.map((queue) => queue.close()))),
  };
}
