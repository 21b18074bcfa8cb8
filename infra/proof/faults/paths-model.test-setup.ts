import { isDeepStrictEqual } from 'node:util';
import { planLimits } from '@inlet/contracts/plans';
import type { Form } from '@inlet/db/client';
import type { Fleets } from '@inlet/local/fleet/fleets.test-setup';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { waitingUsage } from '@inlet/queue/waiting-usage';
import { monthOf } from '@inlet/submissions/months';
import fc from 'fast-check';
import { expect } from 'vitest';
import { addForm, countsOf, directOf, postJson, untilDrained, untilSettled } from '#house/house.test-setup.ts';
import { createLedger, type Ledger } from '#house/ledger.ts';
import { isFullRun } from '#house/run-settings.ts';
import type { BreakableHouse } from '#house/stores.test-setup.ts';

/** The monthly limit of the smallest plan. */
const limit = 1_000;
/**
 * Two competing batches may both be refused for lack of quota, and a batch that took both paths counts twice for a
 * while.
 */
const surelyFits = limit / 4;
const runs = isFullRun ? 20 : 1;
/** A run in which Redis hangs and recovers, and then is full: without the direct path or a refund it fails. */
const shortSeed = 667;

/** The state that is visible from outside: the number of accepted submissions, and the state of Redis. */
interface Model {
  accepted: number;
  redis: 'works' | 'hangs' | 'away' | 'full';
  /** The total number of submissions that waited in Redis whenever it became unusable. */
  waited: number;
  wasDisturbed: boolean;
}

interface Real extends BreakableHouse {
  readonly send: (count: number) => Promise<number[]>;
  /** The number of submissions that wait in Redis. */
  readonly waiting: () => Promise<number>;
}

type Step = fc.AsyncCommand<Model, Real>;

const step = (name: string, run: Step['run'], check: Step['check'] = () => true): Step => ({
  check,
  run,
  toString: () => name,
});

const send = (count: number) =>
  step(`send ${count}`, async (model, real) => {
    const statuses = await real.send(count);
    const isBelow = model.accepted + count <= surelyFits;
    model.accepted += statuses.filter((status) => status === 200).length;
    expect(model.accepted).toBeLessThanOrEqual(limit + model.waited);
    const allowed = isBelow ? [200] : [200, 429, 503];
    expect(statuses.filter((status) => !allowed.includes(status))).toEqual([]);
    if (model.accepted < limit && !model.wasDisturbed) expect(statuses).not.toContain(429);
  });

/** Disturbs Redis, or ends the disturbance. */
const turn = (from: Model['redis'], to: Model['redis'], act: (real: Real) => Promise<unknown>) =>
  step(
    `Redis: ${from} -> ${to}`,
    async (model, real) => {
      if (from === 'works') {
        model.waited += await real.waiting();
        model.wasDisturbed = true;
      }
      await act(real);
      model.redis = to;
    },
    (model) => model.redis === from,
  );

const restartWorker = step('restart the worker', async (_model, { fleets }) => void (await fleets.worker.restart()));

const signal = (name: NodeJS.Signals) => async (real: Real) => process.kill(real.stores.redis.pid(), name);

async function fill({ redis }: Real): Promise<void> {
  const used = Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);
  await redis.config('SET', 'maxmemory', Math.round(used / 0.93));
}

const mend = {
  hangs: turn('hangs', 'works', signal('SIGCONT')),
  away: turn('away', 'works', ({ stores }) => stores.redis.revive()),
  full: turn('full', 'works', ({ redis }) => redis.config('SET', 'maxmemory', 0)),
};

const steps = fc.commands(
  [
    fc.integer({ min: 1, max: 60 }).map((count) => send(count)),
    fc.integer({ min: 1, max: 300 }).map((count) => send(count)),
    fc.constant(turn('works', 'hangs', signal('SIGSTOP'))),
    fc.constant(turn('works', 'away', ({ stores }) => stores.redis.kill())),
    fc.constant(turn('works', 'full', fill)),
    fc.constantFrom(...Object.values(mend)),
    fc.constant(restartWorker),
  ],
  { maxCommands: 14 },
);

/**
 * Sends to an account while Redis hangs, ends, is full or works, and the worker is restarted, in any order: each
 * accepted submission is stored once, the whole month can be used in the end, and at most the submissions that waited
 * in Redis exceed it.
 */
export async function checkPaths(house: BreakableHouse): Promise<void> {
  const property = fc.asyncProperty(steps, async (commands) => {
    const form = await addForm(house);
    const ledger = createLedger();
    const send = (count: number) => sendTo(house.urls.ingest, form, ledger, count);
    const model: Model = { accepted: 0, redis: 'works', waited: 0, wasDisturbed: false };
    const waiting = async () => {
      const used = await waitingUsage(house.redis, house.keys, ({ userId }) => userId === form.userId);
      return used.reduce((sum, { submissions }) => sum + submissions, 0);
    };
    const real: Real = { ...house, send, waiting };
    try {
      await fc.asyncModelRun(() => ({ model, real }), commands);
    } finally {
      if (model.redis !== 'works') await mend[model.redis].run(model, real);
    }
    await fillMonth(house, () => send(100));
    await expectFullMonth(house, form, ledger, model.waited);
  });
  await fc.assert(property, { numRuns: runs, endOnFailure: true, ...(!isFullRun && { seed: shortSeed }) });
  const cutOff = await house.startApart('ingest', { REDIS_URL: 'redis://127.0.0.1:9' });
  const ingests = [house.urls.ingest, cutOff] as const;
  await checkSplit(house, ingests);
  await checkBytes(house, ingests);
}

const dataSent = { text: 'x'.repeat(100) };

/**
 * Sends until no submission is accepted any more, once all quota is refunded and Redis has every count that it missed.
 */
async function fillMonth(house: Fleets, send: () => Promise<readonly number[]>): Promise<void> {
  const isFull = async () => {
    await untilDrained(house);
    await untilSettled(house);
    return (await send()).every((status) => status === 429);
  };
  await waitUntil(isFull, { timeoutMs: 60_000, what: 'the month to be full' });
}

/** Two processes of ingest share a month to its last submission, although one of them cannot reach Redis. */
async function checkSplit(house: Fleets, ingests: readonly [string, string]): Promise<void> {
  const form = await addForm(house);
  const ledger = createLedger();
  await fillMonth(house, async () => (await Promise.all(ingests.map((url) => sendTo(url, form, ledger, 50)))).flat());
  const [direct, { rows }] = [await directOf(house, form), await countsOf(house, form)];
  expect(direct).toBeGreaterThan(100);
  // At most the submissions that went through Redis waited there when the last was stored directly.
  await expectFullMonth(house, form, ledger, rows - direct);
}

/** Both share the bytes of a month in the same way; 429 means that all bytes are used. */
async function checkBytes(house: Fleets, ingests: readonly [string, string]): Promise<void> {
  const form = await addForm(house);
  const { pool, prisma } = house.database;
  const { bytesPerMonth } = planLimits('starter');
  const owner = { userId: form.userId };
  const month = monthOf(Date.now());
  const each = Buffer.byteLength(JSON.stringify(dataSent));
  const usage = { submissionCount: 1, byteCount: bytesPerMonth - 20 * each };
  await prisma.monthlyUsage.create({ data: { ...owner, month: new Date(month), ...usage } });
  await house.redis.del(house.keys.counter(form.userId, month));
  const send = async (ingest: string) => {
    const answer = await postJson(`${ingest}/f/${form.endpointId}`, dataSent);
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  const answers: unknown[] = [];
  await fillMonth(house, async () => {
    const some = await Promise.all([...ingests, ...ingests].map(send));
    answers.push(...some);
    return some.map(([status]) => Number(status));
  });
  expect(answers.some((answer) => isDeepStrictEqual(answer, [429, 'byte_limit_reached']))).toBe(true);
  const { rows } = await pool.query('select byte_count as bytes from monthly_usage where user_id = $1', [owner.userId]);
  expect(Number(rows[0].bytes)).toBeGreaterThanOrEqual(bytesPerMonth);
  expect(Number(rows[0].bytes)).toBeLessThanOrEqual(bytesPerMonth + 4 * each);
}

function sendTo(ingest: string, form: Form, ledger: Ledger, count: number): Promise<number[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const answer = await postJson(`${ingest}/f/${form.endpointId}`, { attempt: ledger.attempt() });
      const { submissionId } = (await answer.json()) as { submissionId: string };
      if (answer.status === 200) ledger.acknowledge(submissionId);
      return answer.status;
    }),
  );
}

async function expectFullMonth(house: Fleets, form: Form, ledger: Ledger, waited: number): Promise<void> {
  const verdict = await ledger.judge(house, form);
  expect(verdict).toMatchObject({ lost: 0, duplicated: 0, unexpected: 0 });
  const stored = verdict.acknowledged + verdict.recovered;
  expect(stored).toBeGreaterThanOrEqual(limit);
  expect(stored).toBeLessThanOrEqual(limit + waited);
}
