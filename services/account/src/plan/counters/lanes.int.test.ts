import { randomUUID } from 'node:crypto';
import type { Form } from '@inlet/db/client';
import { runIn } from '@inlet/db/run-sql';
import { freePort } from '@inlet/local-servers/free-port';
import { createMetrics } from '@inlet/observe/metrics';
import { Intake } from '@inlet/queue/intake';
import { openProducer } from '@inlet/queue/producer';
import { openRedis } from '@inlet/redis/connections';
import { openCounters } from '@inlet/redis/counters';
import type { WatchedLane } from '@inlet/redis/lanes';
import { packBatch } from '@inlet/submissions/batch';
import { monthOf } from '@inlet/submissions/months';
import { buildForm } from '@inlet/testing/build-form';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import type { AccountDeps } from '#account-deps.ts';
import { createFormCounters } from '#plan/counters/form-counters.ts';
import { compareCounters, keepCounters } from '#plan/counters/keep-counters.ts';
import { createMonthCounters } from '#plan/counters/month-counters.ts';
import { serveCounters } from '#plan/counters/serve-ingest.ts';
import { holdUsage, takeUsage } from '#plan/counters/take-usage.ts';

const month = monthOf(Date.now());
const lanesOfAll = [0, 1] as const;

let account: TestAccount;
let deps: AccountDeps;
beforeAll(async () => {
  account = await startTestAccount({ REDIS_LANES: '2' });
  deps = account.deps;
});
afterAll(() => account.close());
beforeEach(async () => {
  await deps.database.prisma.user.deleteMany();
  for (const { redis, keys } of deps.lanes) await redis.del(keys.countersComplete, keys.countersCompared);
});

function laneOf(number: number): WatchedLane {
  const lane = deps.lanes[number];
  if (!lane) throw new Error('There are two lanes');
  return lane;
}

/** A form with a number, of an account in a lane. */
async function formIn(lane: number): Promise<Form> {
  const { prisma } = deps.database;
  const user = await buildUser(prisma, { lane });
  const { id } = await buildForm(prisma, { userId: user.id });
  return prisma.form.update({ where: { id }, data: { maxSubmissions: 100, maxSubmissionsVersion: 1 } });
}

/** Queues some submissions in a lane, and leaves their counters to be made. */
async function queue(number: number, { id: formId, userId }: Form, count: number): Promise<void> {
  const { redis, keys } = laneOf(number);
  const submissions = Array.from({ length: count }, () =>
    buildAcceptedSubmission({ formId, userId, receivedAtMs: Date.now(), json: '{}' }),
  );
  const intake = new Intake(redis, keys, openProducer(redis, keys));
  const { isQueued } = await intake.admit({
    id: randomUUID(),
    requests: [],
    claims: [],
    batch: packBatch(submissions),
  });
  expect(isQueued).toBe(true);
}

/** The submissions that the counters of the account and of the form show in a lane; null without a counter. */
async function usedIn(number: number, { id: formId, userId }: Form): Promise<(number | null)[]> {
  const { redis, keys } = laneOf(number);
  const found = await openCounters(redis, keys).read([
    { userId, month },
    { formId, version: 1 },
  ]);
  return found.map((counter) => counter?.submissions ?? null);
}

const nameOf = ({ userId }: Form) => ({ userId, month });
const numberOf = ({ id: formId }: Form) => ({ formId, version: 1 });
const missing = [null, null];

/** The service with a lane that does not respond. */
async function without(number: number): Promise<AccountDeps> {
  const { logger } = deps;
  const redis = openRedis({ role: 'client', url: `redis://127.0.0.1:${await freePort()}`, name: 'test', logger });
  onTestFinished(() => redis.disconnect());
  const lanes = deps.lanes.map((lane) => (lane.number === number ? { ...lane, redis } : lane));
  const metrics = createMetrics('test');
  const half = { ...deps, lanes, ...(number === 0 && { redis }) };
  return {
    ...half,
    monthCounters: createMonthCounters({ ...half, metrics }),
    formCounters: createFormCounters({ ...half, metrics }),
  };
}

describe('the counters of an account', () => {
  it('are made in its lane, with what waits in the queue of this lane', async () => {
    const forms = await Promise.all(lanesOfAll.map(formIn));
    for (const number of lanesOfAll) for (const form of forms) await queue(number, form, number + 1);
    await deps.monthCounters.make(forms.map(nameOf));
    await deps.formCounters.make(forms.map(numberOf));
    for (const [number, form] of forms.entries()) {
      expect(await usedIn(number, form)).toEqual([number + 1, number + 1]);
      expect(await usedIn(1 - number, form)).toEqual(missing);
    }
    await deps.monthCounters.make([{ userId: randomUUID(), month }]);
    await deps.formCounters.make([{ formId: randomUUID(), version: 1 }]);
  });

  it('are corrected in its lane', async () => {
    const forms = await Promise.all(lanesOfAll.map(formIn));
    for (const [number, form] of forms.entries()) {
      const { redis, keys } = laneOf(number);
      await openCounters(redis, keys).make(nameOf(form), { submissions: 9, bytes: 9 });
      await openCounters(redis, keys).make(numberOf(form), { submissions: 9, bytes: 0 });
    }
    await deps.monthCounters.correct(forms.map(nameOf));
    await deps.formCounters.correct(forms.map(numberOf));
    for (const [number, form] of forms.entries()) {
      expect(await usedIn(number, form)).toEqual([0, 0]);
      expect(await usedIn(1 - number, form)).toEqual(missing);
    }
  });

  it('are compared for a visitor who was refused once an hour, by a mark in its lane', async () => {
    const form = await formIn(1);
    const { redis, keys } = laneOf(1);
    const need = { accounts: [nameOf(form)], forms: [numberOf(form)], isRefused: true };
    await serveCounters(deps, need);
    await openCounters(redis, keys).change({ ...nameOf(form), submissions: 5, bytes: 0, receipt: 'a' });
    await serveCounters(deps, need);
    expect(await usedIn(1, form)).toEqual([5, 0]);
    const marks = [keys.counterCompared(form.userId, month), keys.formCounterCompared(form.id, 1)];
    expect(await redis.del(marks)).toBe(2);
    await redis.hdel(keys.counter(form.userId, month), 'receipt:a');
    await serveCounters(deps, need);
    expect(await usedIn(1, form)).toEqual([0, 0]);
  });
});

it('quota is taken in the lane of the account', async () => {
  const { prisma } = deps.database;
  const form = await formIn(1);
  await deps.monthCounters.make([nameOf(form)]);
  // The row of a request may be older than the move.
  const user = { ...(await prisma.user.findUniqueOrThrow({ where: { id: form.userId } })), lane: 0 };
  await prisma.$transaction(async (tx) => {
    await holdUsage(runIn(tx), user);
    await takeUsage(deps, runIn(tx), { user, month, wanted: 3 });
  });
  expect([await usedIn(0, form), await usedIn(1, form)]).toEqual([missing, [3, null]]);
});

describe('the work in the background', () => {
  it('makes and compares the counters of each lane, and notes it there', async () => {
    const forms = await Promise.all(lanesOfAll.map(formIn));
    await keepCounters(deps);
    for (const [number, form] of forms.entries()) {
      expect(await usedIn(number, form)).toEqual([0, null]);
      expect(await usedIn(1 - number, form)).toEqual(missing);
      const { redis, keys } = laneOf(number);
      expect(await redis.exists(keys.countersComplete)).toBe(1);
      await openCounters(redis, keys).change({ ...nameOf(form), submissions: 5, bytes: 0, receipt: 'a' });
      await redis.hdel(keys.counter(form.userId, month), 'receipt:a');
    }
    await deps.database.pool.query(
      `insert into monthly_usage (user_id, month, submission_count) select id, ($1 || '-01')::date, 2 from users`,
      [month],
    );
    // Another process has compared lane 0 already.
    await laneOf(0).redis.set(laneOf(0).keys.countersCompared, '1');
    await compareCounters(deps);
    const used = await Promise.all(forms.map((form, number) => usedIn(number, form)));
    expect(used).toEqual([
      [5, null],
      [2, null],
    ]);
  });

  it('goes on in a lane while another is away, and fails with its reason', async () => {
    const forms = await Promise.all(lanesOfAll.map(formIn));
    const half = await without(1);
    await expect(half.monthCounters.make(forms.map(nameOf))).rejects.toThrow();
    const [first] = forms;
    if (!first) throw new Error('There are two forms');
    expect(await usedIn(0, first)).toEqual([0, null]);
    const { redis, keys } = laneOf(0);
    await redis.hset(keys.counter(first.userId, month), { submissions: 7, moves: 5 });
    await deps.database.pool.query(
      `insert into monthly_usage (user_id, month, submission_count) values ($1, ($2 || '-01')::date, 2)`,
      [first.userId, month],
    );
    await expect(keepCounters(half)).rejects.toThrow();
    await expect(compareCounters(half)).rejects.toThrow();
    expect(await usedIn(0, first)).toEqual([2, null]);
    expect(await redis.exists(keys.countersComplete)).toBe(1);
  });

  it('makes and compares what ingest asks for in a lane while lane 0 is away', async () => {
    const form = await formIn(1);
    await serveCounters(await without(0), { accounts: [nameOf(form)], forms: [numberOf(form)], isRefused: true });
    expect(await usedIn(1, form)).toEqual([0, 0]);
  });

  it('leaves out an account in a lane that REDIS_LANES does not have, and says so to those that ask for it', async () => {
    const forms = [await formIn(2), await formIn(1), await formIn(0)];
    await expect(deps.monthCounters.make(forms.map(nameOf))).rejects.toThrow(
      'An account is in lane 2, but REDIS_LANES is 2: raise it to 3 or more',
    );
    const numbers = forms.map(numberOf);
    await expect(deps.formCounters.correct(numbers)).rejects.toThrow('raise it to 3 or more');
    expect(await usedIn(1, forms[1] as Form)).toEqual([0, null]);
    expect(await usedIn(0, forms[2] as Form)).toEqual([0, null]);
    await keepCounters(deps);
    await compareCounters(deps);
  });
});
