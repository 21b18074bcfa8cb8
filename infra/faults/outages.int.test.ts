import { systemPlan } from '@inlet/contracts/plans';
import type { Form } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { waitUntil } from '@inlet/testing/wait-until';
import { Queue } from 'bullmq';
import { expect, it } from 'vitest';
import { type Fleets, startFleets } from '#faults/fleets.test-setup.ts';
import { createLedger } from '#faults/ledger.ts';
import { reportFault } from '#faults/report.ts';
import { isFullRun } from '#faults/run-settings.ts';
import { type Store, startStores } from '#faults/stores.test-setup.ts';
import { startVisits, type Visits } from '#faults/visitors.ts';

const testTimeoutMs = 600_000;
const visitors = 8;
/** Answers that a fault is given to do its harm, and to heal. */
const answersEach = 60;
const goOnWithinMs = 60_000;
/** A killed worker's batch is taken over after ten to fifteen seconds. */
const drainedWithinMs = 60_000;
/** Ingest gives up after two and a half seconds; the rest is for a machine that is busy with other tests. */
const answerWithinMs = 10_000;
const kills = 20;
const hangMs = 20_000;
/** Room for some hundred batches, far less than the worker's absence brings. */
const roomBytes = 4_000_000;

interface House extends Fleets {
  readonly stores: { readonly postgres: Store; readonly redis: Store };
  readonly visits: Visits;
  readonly untilMore: () => Promise<void>;
  readonly untilFailures: () => Promise<void>;
}

interface Fault {
  readonly name: string;
  /** What visitors may be told meanwhile, besides that their submission is stored. */
  readonly excuses: RegExp;
  /** Tried in the short form too; the others take their time, or have a test of their own beside the services. */
  readonly isQuick: boolean;
  readonly happen: (house: House) => Promise<void>;
}

const none = /^nothing$/;
const tryLater = /: 503 /;

const faults: readonly Fault[] = [
  {
    name: '1 worker killed',
    isQuick: false,
    excuses: none,
    happen: async ({ fleets, untilMore }) => {
      for (let kill = 0; kill < kills; kill += 1) {
        await fleets.worker.kill();
        await untilMore();
      }
    },
  },
  {
    name: '2 Redis killed',
    isQuick: true,
    excuses: tryLater,
    happen: async ({ stores, untilFailures }) => {
      await stores.redis.kill();
      await untilFailures();
      await stores.redis.revive();
    },
  },
  {
    name: '3 Redis hung',
    isQuick: false,
    excuses: tryLater,
    happen: async ({ stores, untilFailures }) => {
      process.kill(stores.redis.pid(), 'SIGSTOP');
      const end = performance.now() + hangMs;
      await untilFailures();
      await waitUntil(() => performance.now() >= end, { timeoutMs: 2 * hangMs });
      process.kill(stores.redis.pid(), 'SIGCONT');
    },
  },
  {
    name: '4 PostgreSQL stopped',
    isQuick: true,
    excuses: none,
    happen: async ({ stores, untilMore }) => {
      await stores.postgres.kill();
      await untilMore();
      await stores.postgres.revive();
    },
  },
  {
    name: '11 Redis full',
    isQuick: false,
    excuses: tryLater,
    happen: async ({ stores, redis, untilFailures }) => {
      const used = Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);
      await stores.postgres.kill();
      await redis.config('SET', 'maxmemory', used + roomBytes);
      await untilFailures();
      await stores.postgres.revive();
      await redis.config('SET', 'maxmemory', 0);
    },
  },
];

async function addForm({ database: { prisma }, redis, keys }: Fleets): Promise<Form> {
  const form = await buildForm(prisma, { userId: (await buildUser(prisma, { plan: systemPlan })).id });
  await prisma.outboxEntry.create({ data: { topic: 'form', key: form.endpointId } });
  await waitUntil(() => redis.exists(keys.form(form.endpointId)), { timeoutMs: 20_000, what: 'the form to be known' });
  return form;
}

async function countsOf({ database: { pool } }: Fleets, { id, userId }: Form) {
  const { rows } = await pool.query(
    `select (select count(*) from submissions where form_id = $1)::int as rows,
      (select submission_count from form_totals where form_id = $1)::int as total,
      (select sum(submission_count) from daily_form_counters where form_id = $1)::int as days,
      (select sum(submission_count) from monthly_usage where user_id = $2)::int as usage`,
    [id, userId],
  );
  return rows[0];
}

/** Answers what is left in the queue after a while, which should be nothing. */
async function drain({ redis, keys }: Fleets): Promise<Record<string, number>> {
  const queue = new Queue('submissions', { connection: redis, prefix: keys.queues, skipMetasUpdate: true });
  const left = async () => {
    const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
    return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  };
  const isEmpty = async () => Object.keys(await left()).length === 0;
  await waitUntil(isEmpty, { timeoutMs: drainedWithinMs, intervalMs: 100 }).catch(() => undefined);
  const counts = await left();
  await queue.close();
  return counts;
}

it('loses, doubles and invents nothing, whatever is killed, stopped or filled while people send', {
  timeout: testTimeoutMs,
}, async () => {
  const stores = await startStores();
  const fleets = await startFleets(1, {
    databaseUrl: stores.postgres.url,
    redisUrl: stores.redis.url,
    services: ['account', 'worker', 'ingest'],
  });
  for (const { name, excuses, happen } of faults.filter(({ isQuick }) => isQuick || isFullRun)) {
    const form = await addForm(fleets);
    const ledger = createLedger();
    const visits = startVisits(
      Array.from({ length: visitors }, () => ({
        name: 'submit',
        keepsConnection: true,
        ask: () => ({
          url: `${fleets.urls.ingest}/f/${form.endpointId}`,
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ attempt: ledger.attempt(), text: 'x'.repeat(200) }),
        }),
        heard: (body) => ledger.acknowledge(JSON.parse(body).submissionId),
      })),
    );
    const untilMore = async () => {
      const goal = visits.answered() + answersEach;
      const what = `answers during or after: ${name}`;
      await waitUntil(() => visits.answered() >= goal, { timeoutMs: goOnWithinMs, what });
    };
    const untilFailures = async () => {
      await waitUntil(() => visits.failures.size > 0, { timeoutMs: goOnWithinMs, what: `${name} to be felt` });
    };
    await untilMore();
    await happen({ ...fleets, stores, visits, untilMore, untilFailures });
    await untilMore();
    await visits.stop();
    expect({ name, left: await drain(fleets) }).toEqual({ name, left: {} });

    const verdict = await ledger.judge(fleets.database.pool, form.id);
    reportFault(name, verdict);
    const excused = [...visits.failures.keys()].filter((failure) => !excuses.test(failure));
    expect({ name, excused, ...verdict }).toMatchObject({ excused: [], lost: 0, duplicated: 0, unexpected: 0 });
    expect(visits.slowestMs(), name).toBeLessThan(answerWithinMs);
    const { rows, ...counters } = await countsOf(fleets, form);
    expect({ name, ...counters }).toEqual({ name, total: rows, days: rows, usage: rows });
  }
});
