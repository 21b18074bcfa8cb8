import { randomFrom } from '@inlet/bench/spam-quality/shuffled';
import { systemPlan } from '@inlet/contracts/plans';
import type { Form } from '@inlet/db/client';
import type { Fleets } from '@inlet/local/fleet/fleets.test-setup';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { waitUntil } from '@inlet/testing/wait-until';
import { Queue } from 'bullmq';
import { expect } from 'vitest';
import { createLedger } from '#faults/ledger.ts';
import { reportFault } from '#faults/report.ts';
import { isFullRun, proofSeed } from '#faults/run-settings.ts';
import { startVisits, type Visits } from '#faults/visitors.ts';

export interface Load {
  readonly form: Form;
  readonly visits: Visits;
  /** Waits for further answers, so that a fault has its time to do harm, or to heal; so long in the full form. */
  readonly untilMore: (seconds?: number) => Promise<void>;
  /** Waits until somebody is turned away, with these words. */
  readonly untilFailures: (how?: RegExp) => Promise<void>;
  /** Ends the load, waits until all of it is stored, and holds what was promised against what is there. */
  readonly judge: (excuses: RegExp, p99MaxMs?: number) => Promise<void>;
}

interface Wish {
  /** The plan of the form's owner; by default one that is never full. */
  readonly plan?: string;
  readonly visitors?: number;
  /** Where the visitors send: to ingest by default. */
  readonly to?: 'ingest' | 'gateway';
}

/** What visitors may be told besides that their submission is stored: nothing, or to come again. */
export const nothing = /^nothing$/;
export const tryLater = /: 503 /;
/** Nobody notices what is answered so soon. The short form runs beside other tests and measures no time. */
export const unnoticedMs = isFullRun ? 250 : Number.POSITIVE_INFINITY;

const defaultVisitors = 8;
/** Submissions of all visitors in a second, in the full form. */
const perSecond = 60;
const usualSeconds = 5;
/** In the short form, however long the full one waits. */
const fewAnswers = 60;
const goOnWithinMs = 60_000;
/** Ingest tries to connect once a second at least. The short form runs on a machine that is busy with other tests. */
const backWithinMs = isFullRun ? 5_000 : 60_000;
/** A killed worker's batch is taken over after ten to twenty seconds. */
const drainedWithinMs = 60_000;
/** Ingest gives up after two and a half seconds. */
const answerWithinMs = isFullRun ? 2_500 : Number.POSITIVE_INFINITY;

/** Visitors of one form, who send without end, and a ledger of what they were promised. */
export async function startLoad(house: Fleets, name: string, wish: Wish = {}): Promise<Load> {
  const { plan = systemPlan, visitors = defaultVisitors, to = 'ingest' } = wish;
  const form = await addForm(house, plan);
  const ledger = createLedger();
  const random = randomFrom(Number(proofSeed));
  const visits = startVisits(
    Array.from({ length: visitors }, () => ({
      name: 'submit',
      keepsConnection: true,
      ask: () => {
        const fields = { attempt: ledger.attempt(), text: 'x'.repeat(2_000 * random() ** 3) };
        const isJson = random() < 0.7;
        const key = random() < 0.2 && { 'idempotency-key': String(fields.attempt) };
        return {
          url: `${house.urls[to]}/f/${form.endpointId}`,
          method: 'POST',
          headers: { 'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded', ...key },
          body: isJson ? JSON.stringify(fields) : `attempt=${fields.attempt}&text=${fields.text}`,
        };
      },
      heard: (body) => ledger.acknowledge(JSON.parse(body).submissionId),
    })),
    // Exponential rests: visitors come by chance.
    isFullRun ? { waits: false, restMs: () => -Math.log(1 - random()) * ((1_000 * visitors) / perSecond) } : {},
  );
  return {
    form,
    visits,
    untilMore: async (seconds = usualSeconds) => {
      const goal = visits.answered() + (isFullRun ? seconds * perSecond : fewAnswers);
      const what = `answers during or after: ${name}`;
      await waitUntil(() => visits.answered() >= goal, { timeoutMs: seconds * 1_000 + goOnWithinMs, what });
    },
    untilFailures: async (how = /./) => {
      const isFelt = () => [...visits.failures.keys()].some((failure) => how.test(failure));
      await waitUntil(isFelt, { timeoutMs: goOnWithinMs, what: `${name} to be felt` });
    },
    judge: async (excuses, p99MaxMs = answerWithinMs) => {
      await visits.stop();
      const fallen = Object.values(house.fleets).flatMap((fleet) => fleet.fallen());
      expect({ name, fallen }).toEqual({ name, fallen: [] });
      expect({ name, left: await drain(house) }).toEqual({ name, left: {} });
      const verdict = await ledger.judge(house.database.pool, form.id);
      reportFault(name, verdict, visits, ledger);
      const excused = [...visits.failures.keys()].filter((failure) => !excuses.test(failure));
      expect({ name, excused, ...verdict }).toMatchObject({ excused: [], lost: 0, duplicated: 0, unexpected: 0 });
      expect(visits.slowestMs(), name).toBeLessThan(answerWithinMs);
      expect(visits.p99Ms(), name).toBeLessThan(p99MaxMs);
      const { rows, ...counters } = await countsOf(house, form);
      expect({ name, ...counters }).toEqual({ name, total: rows, days: rows, usage: rows });
    },
  };
}

export async function addForm({ database: { prisma }, redis, keys }: Fleets, plan: string): Promise<Form> {
  const form = await buildForm(prisma, { userId: (await buildUser(prisma, { plan })).id });
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
export async function drain({ redis, keys }: Fleets): Promise<Record<string, number>> {
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

/** Waits until ingest uses this way, by its own word. */
export async function untilPath({ urls }: Fleets, path: 'queue' | 'direct'): Promise<void> {
  const takesIt = async () => {
    const metrics = await (await fetch(`${urls.ingest}/metrics`)).text();
    return metrics.match(/^inlet_direct_path{.*} (.)$/m)?.[1] === (path === 'direct' ? '1' : '0');
  };
  await waitUntil(takesIt, { timeoutMs: backWithinMs, intervalMs: 20, what: `batches to take the ${path} path` });
}
