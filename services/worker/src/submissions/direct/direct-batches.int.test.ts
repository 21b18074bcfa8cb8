import { randomUUID } from 'node:crypto';
import type { Form } from '@inlet/db/client';
import { transaction } from '@inlet/db/transaction';
import { internalAuthorization } from '@inlet/http/internal-token';
import { type HttpServer, listen } from '@inlet/http/server';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { startBackgroundWork } from '@inlet/process/background-work';
import { openRedis } from '@inlet/redis/connections';
import { parseStoredForms } from '@inlet/redis/stored-forms';
import { type AcceptedSubmission, packBatch } from '@inlet/submissions/batch';
import type { DirectQuota } from '@inlet/submissions/direct-batch';
import { buildForm } from '@inlet/testing/build-form';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { makeCounter, usedOf } from '@inlet/testing/counters';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createWorkerApp } from '#app.ts';
import { backgroundWork } from '#background-work.ts';
import { flush } from '#submissions/counters/settle-counters.ts';
import { createStoreDirectly } from '#submissions/direct/store-directly.ts';
import { storeSubmissionsJob } from '#submissions/store-submissions.job.ts';
import { openTestWorker, type TestWorker } from '#worker.test-setup.ts';

const month = '2026-11';
const morning = Date.UTC(2026, 10, 20, 8);

let worker: TestWorker;
let server: HttpServer;
let form: Form;

beforeAll(async () => {
  worker = await openTestWorker();
  server = await listen(createWorkerApp(worker.deps), { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await server?.close();
  await worker?.close();
});
beforeEach(async () => {
  const { prisma } = worker.owner;
  await prisma.directBatch.deleteMany();
  form = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
});

const submission = (overrides: Partial<AcceptedSubmission> = {}) =>
  buildAcceptedSubmission({ formId: form.id, userId: form.userId, receivedAtMs: morning, ...overrides });

function bodyOf(batch: readonly AcceptedSubmission[], limit = 10, id: string = randomUUID()) {
  const quotas = [...Map.groupBy(batch, ({ userId }) => userId)].flatMap(([userId, part]): DirectQuota[] => {
    const wanted = part.filter(({ isSpam }) => !isSpam).length;
    return [
      { userId, month, resource: 'submissions', wanted, limit },
      { userId, month, resource: 'bytes', wanted: bytesOf(part), limit: 1_000_000 },
    ];
  });
  return { id, quotas, batch: packBatch(batch) };
}
/** Stores a batch, and leaves its flush to the test. */
const storeOnly = (batch: readonly AcceptedSubmission[]) => createStoreDirectly(worker.deps)(bodyOf(batch));

async function send(batch: readonly AcceptedSubmission[], limit?: number, id?: string, token?: string) {
  const response = await fetch(`http://127.0.0.1:${server.port}/internal/batches`, {
    method: 'POST',
    headers: {
      ...internalAuthorization(token ?? worker.deps.config.INTERNAL_TOKEN[0]),
      'content-type': 'application/json',
    },
    body: JSON.stringify(bodyOf(batch, limit, id)),
  });
  return { status: response.status, body: (await response.json()) as { isStored?: boolean } };
}
const used = () => usedOf(worker.deps.redis, worker.keys, { userId: form.userId, month });
const bytesOf = (batch: readonly AcceptedSubmission[]) =>
  batch.reduce((sum, { json }) => sum + Buffer.byteLength(json), 0);

async function counts() {
  const { rows } = await worker.owner.pool.query(
    `select (select count(*) from submissions where form_id = $1)::int as rows,
      coalesce((select submission_count from form_totals where form_id = $1), 0)::int as total,
      coalesce((select submission_count from monthly_usage where user_id = $2), 0)::int as usage,
      coalesce((select byte_count from monthly_usage where user_id = $2), 0)::int as bytes`,
    [form.id, form.userId],
  );
  return rows[0];
}

const isStored = { status: 200, body: { isStored: true } };

describe('a batch that comes without Redis', () => {
  it('is stored with its quota, and once however often it comes', async () => {
    const batch = [submission(), submission()];
    const bytes = batch.reduce((sum, { json }) => sum + Buffer.byteLength(json), 0);
    const id = randomUUID();
    expect(await send(batch, 10, id)).toMatchObject(isStored);
    expect(await send(batch, 10, id)).toMatchObject(isStored);
    expect(await send([...batch, submission()])).toMatchObject(isStored);
    expect(await counts()).toMatchObject({ rows: 3, total: 3, usage: 3 });
    expect((await counts()).bytes).toBe((bytes / 2) * 3);
  });

  it('is stored with what the rules of its form say', async () => {
    const [first, second] = [
      submission({ rulesVersion: 3 }),
      submission({ rulesVersion: 4, ruleErrors: '[{"field":"a"}]' }),
    ];
    expect(await send([first, second])).toMatchObject(isStored);
    const stored = await worker.owner.prisma.submission.findMany({ where: { formId: form.id } });
    expect(new Map(stored.map(({ id, rulesVersion, ruleErrors }) => [id, [rulesVersion, ruleErrors]]))).toEqual(
      new Map([
        [first.id, [3, null]],
        [second.id, [4, [{ field: 'a' }]]],
      ]),
    );
  });

  it('is stored whole or not at all, up to the limit', async () => {
    const batch = Array.from({ length: 3 }, () => submission());
    expect(await send(batch, 2)).toMatchObject({
      status: 200,
      body: { isStored: false, room: [2, expect.anything()], full: [true, false] },
    });
    expect(await counts()).toMatchObject({ rows: 0, usage: 0 });
    expect(await send(batch.slice(0, 2), 2)).toMatchObject(isStored);
    expect(await send([submission()], 2)).toMatchObject({ body: { isStored: false, room: [0, expect.anything()] } });
  });

  it('is stored already where only its answer was lost, though no room is left', async () => {
    const batch = [submission(), submission()];
    expect(await send(batch, 2)).toMatchObject(isStored);
    expect(await send(batch, 2)).toMatchObject(isStored);
    expect(await send([...batch, submission()], 2)).toMatchObject({ body: { isStored: false } });
    expect(await send(batch, 2)).toMatchObject(isStored);
    expect(await counts()).toMatchObject({ rows: 2, usage: 2 });
  });

  it.each([
    ['change_heads', 'user_id = $1'],
    ['monthly_usage', 'user_id = $1'],
  ])('is stored but for the account of which somebody holds a row of %s', async (table, key) => {
    const { pool, prisma } = worker.owner;
    const held = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
    const theirs = { formId: held.id, userId: held.userId };
    expect(await send([submission(theirs)])).toMatchObject(isStored);
    const batch = [submission(theirs), submission(), submission()];
    await transaction(pool, async (client) => {
      await client.query(`select from ${table} where ${key} for update`, [held.userId]);
      const bytes = batch.slice(1).reduce((sum, { json }) => sum + Buffer.byteLength(json), 0);
      expect(await send(batch)).toMatchObject({
        status: 200,
        body: { isStored: false, room: [0, 0, 2, bytes], full: [false, false, false, false] },
      });
    });
    expect(await counts()).toMatchObject({ rows: 2, usage: 2, bytes: expect.any(Number) });
    expect(await send(batch)).toMatchObject(isStored);
    expect(await counts()).toMatchObject({ rows: 2, usage: 2 });
    expect(await prisma.submission.count({ where: { formId: held.id } })).toBe(2);
  });

  it('never takes more than the limit, however many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => send([submission(), submission()], 9)));
    expect(answers.filter(({ body }) => body.isStored)).toHaveLength(4);
    expect(await counts()).toMatchObject({ rows: 8, usage: 8 });
  });

  it('takes no quota for spam, and is not harmed by a refused submission', async () => {
    const bad = submission({ json: '{"a":"\\u0000"}' });
    const broken = submission({ json: '{"a":' });
    expect(await send([submission(), submission({ isSpam: true }), bad, broken, submission()])).toMatchObject(isStored);
    const { rows, total, usage } = await counts();
    const dead = await worker.owner.prisma.deadSubmission.count({ where: { formId: form.id } });
    expect({ total, usage, all: rows + dead }).toEqual({ total: usage, usage, all: 5 });
    expect(dead).toBeGreaterThan(0);
  });

  it('comes from a service of the installation, or is refused', async () => {
    expect(await send([submission()], 10, undefined, 'the token of somebody else')).toMatchObject({ status: 403 });
  });

  it('is counted in Redis when it is flushed, once, and never makes the counter', async () => {
    const batch = [submission(), submission({ isSpam: true }), submission()];
    await storeOnly(batch);
    const uncounted = { userId: form.userId, month };
    expect(await flush(worker.deps, 0)).toEqual({ isFlushed: false, uncounted: [uncounted] });
    expect(await worker.deps.redis.exists(worker.keys.counter(form.userId, month))).toBe(0);
    await makeCounter(worker.deps.redis, worker.keys, uncounted, { submissions: 5, bytes: 100 });
    const answers = await Promise.all([flush(worker.deps, 0), flush(worker.deps, 0), flush(worker.deps, 0)]);
    await storeOnly(batch);
    answers.push(await flush(worker.deps, 0));
    expect(answers.at(-1)).toEqual({ isFlushed: true, uncounted: [] });
    expect(await used()).toEqual({ submissions: 7, bytes: 100 + bytesOf(batch) });
  });

  it('is counted once, though the worker died between Redis and the database', async () => {
    const batch = [submission()];
    await storeOnly(batch);
    const { pool } = worker.owner;
    await pool.query(`create function die() returns trigger language plpgsql
      as 'begin perform pg_terminate_backend(pg_backend_pid()); return new; end';
      create trigger die before update on direct_batches for each row execute function die()`);
    await makeCounter(worker.deps.redis, worker.keys, { userId: form.userId, month });
    await expect(flush(worker.deps, 0)).rejects.toThrow();
    expect((await used()).submissions).toBe(1);
    await pool.query('drop function die cascade');
    expect(await flush(worker.deps, 0)).toMatchObject({ isFlushed: true });
    expect((await used()).submissions).toBe(1);
  });

  it('is not waited for where its account is gone', async () => {
    await storeOnly([submission()]);
    await worker.owner.prisma.user.delete({ where: { id: form.userId } });
    expect(await flush(worker.deps, 0)).toEqual({ isFlushed: true, uncounted: [] });
  });

  it('returns the quota that its job took in Redis, once, if Redis has the job after all', async () => {
    const batch = [submission(), submission()];
    const run = storeSubmissionsJob(worker.deps);
    const job = { jobId: randomUUID(), lane: 0, logger: worker.deps.logger };
    const taken = { submissions: 2, bytes: bytesOf(batch) };
    await makeCounter(worker.deps.redis, worker.keys, { userId: form.userId, month }, taken);
    // The part that fits is sent again under another id.
    await storeOnly(batch.slice(0, 1));
    await run(packBatch(batch), job);
    await run(packBatch(batch), job);
    await flush(worker.deps, 0);
    expect(await counts()).toMatchObject({ rows: 2, total: 2, usage: 2 });
    expect(await used()).toEqual(taken);
  });

  it('stays deleted if its owner deleted it before its job came, and the job’s quota is returned', async () => {
    const batch = [submission(), submission()];
    const taken = { submissions: 2, bytes: bytesOf(batch) };
    await makeCounter(worker.deps.redis, worker.keys, { userId: form.userId, month }, taken);
    await storeOnly(batch);
    await worker.owner.pool.query('delete from submissions where id = $1', [batch[0]?.id]);
    await storeSubmissionsJob(worker.deps)(packBatch(batch), {
      jobId: randomUUID(),
      lane: 0,
      logger: worker.deps.logger,
    });
    expect(await counts()).toMatchObject({ rows: 1, usage: 2 });
    await flush(worker.deps, 0);
    expect(await used()).toEqual(taken);
  });

  it('is announced when Redis can be used', async () => {
    const batch = [submission(), submission({ isSpam: true })];
    await makeCounter(worker.deps.redis, worker.keys, { userId: form.userId, month });
    await storeOnly(batch);
    const { logger } = worker.deps;
    const away = openRedis({ role: 'client', url: 'redis://127.0.0.1:9', name: 'away', logger });
    const clientLanes = worker.deps.clientLanes.map((lane) => ({ ...lane, redis: away }));
    await expect(flush({ ...worker.deps, clientLanes }, 0)).rejects.toThrow();
    away.disconnect();
    const subscriber = openRedis({ role: 'subscriber', url: worker.deps.config.REDIS_URL, name: 'test', logger });
    onTestFinished(() => subscriber.disconnect());
    const announced: string[] = [];
    subscriber.on('message', (_channel, message) => announced.push(...parseStoredForms(message)));
    await subscriber.subscribe(worker.keys.storedForms);
    const loop = startBackgroundWork({ row: backgroundWork.counters }, worker.deps);
    const where = { OR: [{ announcedAt: null }, { flushedAt: null }] };
    const waiting = () => worker.owner.prisma.directBatch.count({ where });
    await waitUntil(async () => (await waiting()) === 0);
    await loop.close();
    await waitUntil(() => announced.includes(form.id));
  });

  it('is counted before it is answered where only ingest cannot reach Redis', async () => {
    await makeCounter(worker.deps.redis, worker.keys, { userId: form.userId, month });
    const isFlushed = async () => {
      const { body } = await send([submission()], 1_000);
      return Reflect.get(body, 'isFlushed') === true;
    };
    await waitUntil(isFlushed, { what: 'the worker to find that Redis can be used' });
    expect((await used()).submissions).toBe((await counts()).usage);
  });
});
