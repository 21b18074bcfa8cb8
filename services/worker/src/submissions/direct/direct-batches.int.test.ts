import { randomUUID } from 'node:crypto';
import type { Form } from '@inlet/db/client';
import { transaction } from '@inlet/db/transaction';
import { openRedis } from '@inlet/redis/connections';
import { parseStoredForms } from '@inlet/redis/stored-forms';
import { type HttpServer, listen } from '@inlet/service/http-server';
import { internalAuthorization } from '@inlet/service/internal-token';
import { type AcceptedSubmission, packBatch } from '@inlet/submissions/batch';
import type { DirectQuota } from '@inlet/submissions/direct-batch';
import { buildForm } from '@inlet/testing/build-form';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { giveBalance } from '@inlet/testing/give-balance';
import { waitUntil } from '@inlet/testing/wait-until';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createWorkerApp } from '#app.ts';
import { startAnnouncing } from '#submissions/direct/announce-direct.ts';
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
  form = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
});

const submission = (overrides: Partial<AcceptedSubmission> = {}) =>
  buildAcceptedSubmission({ formId: form.id, userId: form.userId, receivedAtMs: morning, ...overrides });

async function send(batch: readonly AcceptedSubmission[], limit = 10, id: string = randomUUID(), token?: string) {
  const quotas = [...Map.groupBy(batch, ({ userId }) => userId)].flatMap(([userId, part]): DirectQuota[] => {
    const wanted = part.filter(({ isSpam }) => !isSpam).length;
    const bytes = part.reduce((sum, { json }) => sum + Buffer.byteLength(json), 0);
    return [
      { userId, month, resource: 'submissions', wanted, limit },
      { userId, month, resource: 'bytes', wanted: bytes, limit: 1_000_000 },
    ];
  });
  const response = await fetch(`http://127.0.0.1:${server.port}/internal/batches`, {
    method: 'POST',
    headers: {
      ...internalAuthorization(token ?? worker.deps.config.INTERNAL_TOKEN[0]),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ id, quotas, batch: packBatch(batch) }),
  });
  return { status: response.status, body: (await response.json()) as { isStored?: boolean } };
}

async function counts() {
  const { rows } = await worker.owner.pool.query(
    `select (select count(*) from submissions where form_id = $1)::int as rows,
      coalesce((select submission_count from form_totals where form_id = $1), 0)::int as total,
      coalesce((select direct from quotas where user_id = $2 and resource = 'submissions'), 0)::int as direct,
      coalesce((select direct from quotas where user_id = $2 and resource = 'bytes'), 0)::int as bytes`,
    [form.id, form.userId],
  );
  return rows[0];
}

const isStored = { status: 200, body: { isStored: true } };

describe('a batch that comes without Redis', () => {
  it('is stored with its places, and once however often it comes', async () => {
    const batch = [submission(), submission()];
    const bytes = batch.reduce((sum, { json }) => sum + Buffer.byteLength(json), 0);
    const id = randomUUID();
    expect(await send(batch, 10, id)).toMatchObject(isStored);
    expect(await send(batch, 10, id)).toMatchObject(isStored);
    expect(await send([...batch, submission()])).toMatchObject(isStored);
    expect(await counts()).toMatchObject({ rows: 3, total: 3, direct: 3 });
    expect((await counts()).bytes).toBe((bytes / 2) * 3);
  });

  it('is stored whole or not at all, up to the limit', async () => {
    const batch = Array.from({ length: 3 }, () => submission());
    expect(await send(batch, 2)).toMatchObject({
      status: 200,
      body: { isStored: false, room: [2, expect.anything()] },
    });
    expect(await counts()).toMatchObject({ rows: 0, direct: 0 });
    expect(await send(batch.slice(0, 2), 2)).toMatchObject(isStored);
    expect(await send([submission()], 2)).toMatchObject({ body: { isStored: false, room: [0, expect.anything()] } });
  });

  it('is stored already where only its answer was lost, though no room is left', async () => {
    const batch = [submission(), submission()];
    expect(await send(batch, 2)).toMatchObject(isStored);
    expect(await send(batch, 2)).toMatchObject(isStored);
    expect(await send([...batch, submission()], 2)).toMatchObject({ body: { isStored: false } });
    expect(await send(batch, 2)).toMatchObject(isStored);
    expect(await counts()).toMatchObject({ rows: 2, direct: 2 });
  });

  it.each([
    ['change_heads', 'user_id = $1'],
    ['quotas', "user_id = $1 and resource = 'bytes'"],
  ])('is stored but for the account of which somebody holds a row of %s', async (table, key) => {
    const { pool, prisma } = worker.owner;
    const held = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
    const theirs = { formId: held.id, userId: held.userId };
    expect(await send([submission(theirs)])).toMatchObject(isStored);
    const batch = [submission(theirs), submission(), submission()];
    await transaction(pool, async (client) => {
      await client.query(`select from ${table} where ${key} for update`, [held.userId]);
      const bytes = batch.slice(1).reduce((sum, { json }) => sum + Buffer.byteLength(json), 0);
      expect(await send(batch)).toMatchObject({ status: 200, body: { isStored: false, room: [0, 0, 2, bytes] } });
    });
    expect(await counts()).toMatchObject({ rows: 2, direct: 2, bytes: expect.any(Number) });
    expect(await send(batch)).toMatchObject(isStored);
    expect(await counts()).toMatchObject({ rows: 2, direct: 2 });
    expect(await prisma.submission.count({ where: { formId: held.id } })).toBe(2);
  });

  it('never takes more than the limit, however many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => send([submission(), submission()], 9)));
    expect(answers.filter(({ body }) => body.isStored)).toHaveLength(4);
    expect(await counts()).toMatchObject({ rows: 8, direct: 8 });
  });

  it('takes places only for what is no spam, and harms nothing by what is refused', async () => {
    const bad = submission({ json: '{"a":"\\u0000"}' });
    const broken = submission({ json: '{"a":' });
    expect(await send([submission(), submission({ isSpam: true }), bad, broken, submission()])).toMatchObject(isStored);
    const { rows, total, direct } = await counts();
    const dead = await worker.owner.prisma.deadSubmission.count({ where: { formId: form.id } });
    expect({ total, direct, all: rows + dead }).toEqual({ total: direct, direct, all: 5 });
    expect(dead).toBeGreaterThan(0);
  });

  it('comes from a service of the installation, or is refused', async () => {
    expect(await send([submission()], 10, undefined, 'the token of somebody else')).toMatchObject({ status: 403 });
  });

  it('gives the places back that its job took in Redis, once, if Redis has the job after all', async () => {
    const batch = [submission(), submission()];
    const run = storeSubmissionsJob(worker.deps);
    const job = { jobId: randomUUID(), logger: worker.deps.logger };
    const { redis } = worker.deps;
    await giveBalance(redis, worker.keys, { userId: form.userId, month }, { submissions: 10, bytes: 1_000 });
    const leftOf = () => redis.hget(worker.keys.balance(form.userId, month), 'submissions:left');
    const before = Number(await leftOf());
    // The part that fits goes again under another id.
    await send(batch.slice(0, 1));
    await run(packBatch(batch), job);
    await run(packBatch(batch), job);
    expect(await counts()).toMatchObject({ rows: 2, total: 2, direct: 1 });
    expect(Number(await leftOf()) - before).toBe(1);
  });

  it('stays deleted where its owner deleted it before its job came, and the places of that are given back', async () => {
    const batch = [submission(), submission()];
    const { redis, balances } = worker.deps;
    const account = { userId: form.userId, month };
    await giveBalance(redis, worker.keys, account, { submissions: 10, bytes: 1_000 });
    await send(batch);
    await worker.owner.pool.query('delete from submissions where id = $1', [batch[0]?.id]);
    const leftOf = async () => (await balances.read({ ...account, resource: 'submissions' }))?.left ?? 0;
    const before = await leftOf();
    await storeSubmissionsJob(worker.deps)(packBatch(batch), { jobId: randomUUID(), logger: worker.deps.logger });
    expect(await counts()).toMatchObject({ rows: 1, direct: 2 });
    expect((await leftOf()) - before).toBe(2);
  });

  it('is announced when Redis can be used', async () => {
    const batch = [submission(), submission({ isSpam: true })];
    await send(batch);
    const { logger } = worker.deps;
    const away = openRedis({ role: 'client', url: 'redis://127.0.0.1:9', name: 'away', logger });
    const early = startAnnouncing({ ...worker.deps, clientRedis: away });
    const waiting = () => worker.owner.prisma.directBatch.count({ where: { announcedAt: null } });
    await early.close();
    away.disconnect();
    expect(await waiting()).toBeGreaterThan(0);
    const subscriber = openRedis({ role: 'subscriber', url: worker.deps.config.REDIS_URL, name: 'test', logger });
    onTestFinished(() => subscriber.disconnect());
    const announced: string[] = [];
    subscriber.on('message', (_channel, message) => announced.push(...parseStoredForms(message)));
    await subscriber.subscribe(worker.keys.storedForms);
    const loop = startAnnouncing(worker.deps);
    await waitUntil(async () => (await waiting()) === 0);
    await loop.close();
    await waitUntil(() => announced.includes(form.id));
  });
});
