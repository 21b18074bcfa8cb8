import { isDeepStrictEqual } from 'node:util';
import { planLimits } from '@inlet/contracts/plans';
import type { Form } from '@inlet/db/client';
import type { Fleets } from '@inlet/local/fleet/fleets.test-setup';
import { monthOf } from '@inlet/submissions/months';
import { waitUntil } from '@inlet/testing/wait-until';
import fc from 'fast-check';
import { expect } from 'vitest';
import { addForm, postJson, tookDirect, untilDrained } from '#house/house.test-setup.ts';
import { createLedger, type Ledger } from '#house/ledger.ts';
import { isFullRun } from '#house/run-settings.ts';
import type { BreakableHouse } from '#house/stores.test-setup.ts';

/** Of the smallest plan. */
const limit = 1_000;
/** Half of what is left stays where the direct path finds it, and half of that where two batches compete. */
const surelyFits = limit / 4;
const runs = isFullRun ? 20 : 1;
/** In it Redis hangs and goes on, then it is full: without the direct path, a refund or a limit it fails. */
const shortSeed = 667;

/** What is known from outside: how many are accepted, and what was done to Redis. */
interface Model {
  accepted: number;
  redis: 'works' | 'hangs' | 'away' | 'full';
}

type Real = BreakableHouse & { readonly send: (count: number) => Promise<number[]> };

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
    expect(model.accepted).toBeLessThanOrEqual(limit);
    const allowed = isBelow ? [200] : [200, 429, 503];
    expect(statuses.filter((status) => !allowed.includes(status))).toEqual([]);
    if (model.accepted < limit) expect(statuses).not.toContain(429);
  });

/** Does something to Redis, or takes it back. */
const turn = (from: Model['redis'], to: Model['redis'], act: (real: Real) => Promise<unknown>) =>
  step(
    `Redis: ${from} -> ${to}`,
    async (model, real) => {
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
 * Sends to an account while Redis hangs, ends, is full or works, and the worker is restarted, in any order: what is
 * accepted is stored once, never more than the month allows, and all of the month in the end.
 */
export async function checkPaths(house: BreakableHouse): Promise<void> {
  const property = fc.asyncProperty(steps, async (commands) => {
    const form = await addForm(house);
    const ledger = createLedger();
    const send = (count: number) => sendTo(house.urls.ingest, form, ledger, count);
    const model: Model = { accepted: 0, redis: 'works' };
    const real: Real = { ...house, send };
    try {
      await fc.asyncModelRun(() => ({ model, real }), commands);
    } finally {
      if (model.redis !== 'works') await mend[model.redis].run(model, real);
    }
    const isFull = async () => {
      if (!(await send(100)).includes(429)) return false;
      if (!(await tookDirect(house, form))) return true;
      await untilDrained(house);
      return (await send(1)).includes(429);
    };
    await waitUntil(isFull, { timeoutMs: 60_000, what: 'the month to be full' });
    await expectFullMonth(house, form, ledger);
  });
  await fc.assert(property, { numRuns: runs, endOnFailure: true, ...(!isFullRun && { seed: shortSeed }) });
  const cutOff = await house.startApart('ingest', { REDIS_URL: 'redis://127.0.0.1:9' });
  const ingests = [house.urls.ingest, cutOff] as const;
  await checkSplit(house, ingests);
  await checkBytes(house, ingests);
}

const dataSent = { text: 'x'.repeat(100) };

/** Two processes of ingest share a month to its last place, though one of them cannot reach Redis. */
async function checkSplit(house: Fleets, ingests: readonly [string, string]): Promise<void> {
  const form = await addForm(house);
  const ledger = createLedger();
  let acceptedThere = 0;
  const fill = async () => {
    const [here, there] = await Promise.all(ingests.map((url) => sendTo(url, form, ledger, 50)));
    acceptedThere += there?.filter((status) => status === 200).length ?? 0;
    expect(there).not.toContain(429);
    return here?.includes(429);
  };
  await waitUntil(fill, { timeoutMs: 60_000, what: 'the month to be full' });
  expect(acceptedThere).toBeGreaterThan(100);
  await expectFullMonth(house, form, ledger);
}

/** Both share the bytes of a month in the same way; 429 says that these are all that is used up. */
async function checkBytes(house: Fleets, ingests: readonly [string, string]): Promise<void> {
  const form = await addForm(house);
  const { pool, prisma } = house.database;
  const { bytesPerMonth } = planLimits('starter');
  const owner = { userId: form.userId };
  const month = monthOf(Date.now());
  const isGranted = () => prisma.quota.count({ where: { ...owner, resource: 'bytes', lease: { gt: 0 } } });
  await waitUntil(isGranted, { what: 'the first grant' });
  const byteCount = bytesPerMonth - 20 * Buffer.byteLength(JSON.stringify(dataSent));
  await prisma.monthlyUsage.create({ data: { ...owner, month: new Date(month), submissionCount: 1, byteCount } });
  // As if all of this had been granted and spent before.
  await prisma.quota.deleteMany({ where: owner });
  await house.redis.del(house.keys.balance(form.userId, month));
  const send = async (ingest: string) => {
    const answer = await postJson(`${ingest}/f/${form.endpointId}`, dataSent);
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  const answers: unknown[] = [];
  const fill = async () => {
    answers.push(...(await Promise.all([...ingests, ...ingests].map(send))));
    return answers.some((answer) => isDeepStrictEqual(answer, [429, 'byte_limit_reached']));
  };
  await waitUntil(fill, { timeoutMs: 60_000, what: 'the bytes of the month to be used up' });
  await untilDrained(house);
  const { rows } = await pool.query('select byte_count as bytes from monthly_usage where user_id = $1', [owner.userId]);
  expect(Number(rows[0].bytes)).toBe(bytesPerMonth);
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

async function expectFullMonth(house: Fleets, form: Form, ledger: Ledger): Promise<void> {
  const verdict = await ledger.judge(house, form);
  expect(verdict).toMatchObject({ lost: 0, duplicated: 0, unexpected: 0 });
  expect(verdict.acknowledged + verdict.recovered).toBe(limit);
}
