import { randomUUID } from 'node:crypto';
import { fileKey } from '@inlet/contracts/files';
import type { AcceptedUpload } from '@inlet/contracts/uploads';
import type { Form } from '@inlet/db/client';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { jobs } from '@inlet/queue/jobs';
import { openProducer } from '@inlet/queue/producer';
import { openQueuedJobs } from '@inlet/queue/queued-jobs';
import { type AcceptedSubmission, packBatch } from '@inlet/submissions/batch';
import { monthOf } from '@inlet/submissions/months';
import { buildForm } from '@inlet/testing/build-form';
import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { sweepUploads } from '#files/sweep-uploads.ts';
import { createStoreDirectly } from '#submissions/direct/store-directly.ts';
import { openTestWorker, type TestWorker } from '#worker.test-setup.ts';

let worker: TestWorker;
let form: Form;
beforeAll(async () => {
  worker = await openTestWorker();
});
afterAll(() => worker.close());
beforeEach(async () => {
  const { prisma } = worker.owner;
  form = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
});

/** The steps of ingest and account before the submission is queued. */
async function upload(reserved: number, ...sizes: number[]): Promise<AcceptedUpload> {
  const { prisma } = worker.owner;
  const id = randomUUID();
  const files = sizes.map((size, n) => ({
    ...{ id: randomUUID(), field: 'cv', name: `${n}.pdf`, type: 'application/pdf', size },
    sha256: 'a'.repeat(64),
  }));
  for (const file of files) await worker.deps.blobs.put(fileKey(form.id, id, file.id), bytes(file.size));
  await prisma.upload.create({ data: { id, formId: form.id, userId: form.userId, reserved } });
  const quota = { userId: form.userId, period: 'storage', resource: 'storage' };
  await prisma.quota.upsert({
    where: { userId_period_resource: quota },
    create: { ...quota, direct: reserved },
    update: { direct: { increment: reserved } },
  });
  return { id, files };
}
async function* bytes(size: number) {
  yield Buffer.alloc(size);
}
const withUpload = (one: AcceptedUpload, more: object = {}) =>
  buildAcceptedSubmission({ formId: form.id, userId: form.userId, upload: one, ...more });
const count = () => worker.owner.prisma.submission.count({ where: { formId: form.id } });
const stored = () => worker.owner.prisma.file.findMany({ where: { formId: form.id }, orderBy: { position: 'asc' } });
const storage = async () =>
  Number(
    (await worker.owner.prisma.quota.findFirstOrThrow({ where: { userId: form.userId, period: 'storage' } })).direct,
  );
const isOpen = async ({ id }: AcceptedUpload) => {
  const row = await worker.owner.prisma.upload.findUnique({ where: { id } });
  return row ? !row.isClosing : null;
};
const queue = () => openQueuedJobs(worker.deps.clientRedis, worker.keys, jobs['store-submissions'].queue);
const sweep = (now = new Date()) => sweepUploads({ ...worker.deps, queues: [queue()], now: () => now });
const hasBytes = async ({ id, files }: AcceptedUpload) => {
  const [first] = files;
  return first !== undefined && (await worker.deps.blobs.sizeOf(fileKey(form.id, id, first.id))) !== null;
};
/** Until the result is called, a connection that writes a file is cut; its submission is already inserted then. */
async function cutAtFiles(): Promise<() => Promise<unknown>> {
  const { pool } = worker.owner;
  await pool.query(`create function cut() returns trigger language plpgsql
    as 'begin perform pg_terminate_backend(pg_backend_pid()); return new; end';
    create trigger cut before insert on files for each row execute function cut()`);
  return () => pool.query('drop function cut cascade');
}
async function storeDirectly(submission: AcceptedSubmission) {
  const quotas = (['submissions', 'bytes'] as const).map((resource) => {
    const month = monthOf(submission.receivedAtMs);
    return { userId: form.userId, month, resource, wanted: 1, limit: 1_000_000 };
  });
  await createStoreDirectly(worker.deps)({ id: randomUUID(), quotas, batch: packBatch([submission]) });
}
const tomorrow = new Date(Date.now() + 25 * 3_600_000);

describe('a submission with files', () => {
  it('is stored with them, and what its upload took too much goes back; a second delivery changes nothing', async () => {
    const one = await upload(1_000, 300, 200);
    const submission = withUpload(one);
    for (let n = 0; n < 2; n++) await worker.deps.store([submission, buildAcceptedSubmission({ formId: form.id })]);
    expect(await stored()).toMatchObject([
      {
        id: one.files[0]?.id,
        submissionId: submission.id,
        name: '0.pdf',
        size: 300n,
        state: 'available',
        uploadId: one.id,
      },
      { id: one.files[1]?.id, name: '1.pdf', position: 1 },
    ]);
    expect([await storage(), await isOpen(one)]).toEqual([500, null]);
  });

  it.each([
    ['the queue', (submission: AcceptedSubmission) => worker.deps.store([submission])],
    ['ingest itself', storeDirectly],
  ])('that comes from %s is never there without them, though the connection breaks in between', async (_, store) => {
    const one = await upload(400, 300);
    const submission = withUpload(one);
    const mend = await cutAtFiles();
    await expect(store(submission).finally(mend)).rejects.toThrow();
    expect([await count(), await stored(), await isOpen(one), await storage()]).toEqual([0, [], true, 400]);
    await store(submission);
    expect([await count(), (await stored()).length, await isOpen(one), await storage()]).toEqual([1, 1, null, 300]);
  });

  it('that is a repeat keeps the files of the first one, and its own upload goes', async () => {
    const [one, other] = [await upload(400, 300), await upload(400, 300)];
    const id = randomUUID();
    await worker.deps.store([withUpload(one, { id, receivedAtMs: 1 })]);
    await worker.deps.store([withUpload(other, { id, receivedAtMs: 2 })]);
    expect((await stored()).map(({ uploadId }) => uploadId)).toEqual([one.id]);
    expect(await isOpen(other)).toBe(false);
    await sweep();
    expect([await storage(), await isOpen(other), await hasBytes(other), await hasBytes(one)]).toEqual([
      ...[300, null, false, true],
    ]);
  });

  it('keeps them after a restore that knows nothing of the upload, and they take their storage', async () => {
    const one = await upload(400, 300);
    await worker.owner.prisma.upload.delete({ where: { id: one.id } });
    await worker.owner.prisma.quota.updateMany({ where: { userId: form.userId }, data: { direct: 0 } });
    await worker.deps.store([withUpload(one)]);
    expect([(await stored()).length, await storage()]).toEqual([1, 300]);
  });

  it('gets none that a sweeper has just given up', async () => {
    const one = await upload(400, 300);
    const sweeper = await worker.owner.pool.connect();
    onTestFinished(() => sweeper.release());
    await sweeper.query('begin');
    await sweeper.query('update uploads set is_closing = true where id = $1', [one.id]);
    const storing = worker.deps.store([withUpload(one)]);
    await waitUntil(async () => {
      const sql = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%uploads%'`;
      return (await worker.owner.pool.query(sql)).rowCount === 1;
    });
    await sweeper.query('commit');
    await storing;
    await sweep();
    expect([await stored(), await storage(), await hasBytes(one)]).toEqual([[], 0, false]);
  });

  it.each([
    ['the queue', (submission: AcceptedSubmission) => worker.deps.store([submission])],
    ['ingest itself', storeDirectly],
  ])('gets none that are gone, where it comes late from %s, and they take no storage', async (_, store) => {
    const one = await upload(400, 300);
    await worker.owner.prisma.upload.update({ where: { id: one.id }, data: { isClosing: true } });
    await sweep();
    await store(withUpload(one));
    expect([await count(), await stored(), await storage()]).toEqual([1, [], 0]);
  });

  it('of many accounts are stored by two workers at once', async () => {
    const batches = await Promise.all(Array.from({ length: 12 }, async () => withUpload(await upload(10, 5))));
    const other = form;
    form = await buildForm(worker.owner.prisma, { userId: (await buildUser(worker.owner.prisma)).id });
    const more = await Promise.all(Array.from({ length: 12 }, async () => withUpload(await upload(10, 5))));
    const pairs = batches.flatMap((one, n) => (n % 2 ? [[one, more[n] ?? one]] : [[more[n] ?? one, one]]));
    await Promise.all(pairs.map((pair) => worker.deps.store(pair)));
    expect(await worker.owner.prisma.file.count({ where: { formId: { in: [form.id, other.id] } } })).toBe(24);
  });

  it('of a form that was deleted meanwhile leaves nothing', async () => {
    const one = await upload(400, 300);
    await worker.owner.prisma.form.delete({ where: { id: form.id } });
    await worker.deps.store([withUpload(one)]);
    await sweep();
    expect([await stored(), await storage(), await hasBytes(one)]).toEqual([[], 0, false]);
  });
});

describe('an upload without a submission', () => {
  it('is removed after two hours, with its bytes and its storage', async () => {
    const one = await upload(400, 300);
    await sweep(new Date(Date.now() + 1.9 * 3_600_000));
    expect([await isOpen(one), await hasBytes(one)]).toEqual([true, true]);
    await sweep(new Date(Date.now() + 2.1 * 3_600_000));
    expect([await isOpen(one), await hasBytes(one), await storage()]).toEqual([null, false, 0]);
  });

  it('that was given up is removed as soon as its bytes can be deleted, and holds up no other', async () => {
    const [stuck, other] = [await upload(400, 300), await upload(200, 100)];
    await worker.owner.prisma.upload.updateMany({ where: { formId: form.id }, data: { isClosing: true } });
    const broken = async (key: string) => {
      if (key.includes(stuck.id)) throw new Error('The store is away');
      await worker.deps.blobs.delete(key);
    };
    const redisAway = { ...queue(), ids: () => Promise.reject(new Error('Redis is away')) };
    const old = await upload(60, 50);
    const deps = { ...worker.deps, queues: [redisAway], now: () => tomorrow };
    await expect(sweepUploads({ ...deps, blobs: { ...deps.blobs, delete: broken } })).rejects.toThrow('is away');
    expect([await isOpen(stuck), await isOpen(other), await storage()]).toEqual([false, null, 460]);
    await sweep();
    expect([await isOpen(stuck), await isOpen(old), await hasBytes(stuck), await storage()]).toEqual([
      ...[null, true, false, 60],
    ]);
  });

  it('stays as long as its submission waits in the queue or is set aside', async () => {
    const [queued, dead] = [await upload(400, 300), await upload(400, 300)];
    const producer = openProducer(worker.deps.clientRedis, worker.keys);
    onTestFinished(producer.close);
    const submission = withUpload(queued);
    const jobId = randomUUID();
    await producer.add('store-submissions', jobId, packBatch([submission]));
    const { id, formId, ...rest } = withUpload(dead);
    const payload = Buffer.from(JSON.stringify({ id, formId, ...rest }));
    await worker.owner.prisma.deadSubmission.create({ data: { id, formId, payload, reason: 'a test' } });
    await sweep(tomorrow);
    expect([await isOpen(queued), await isOpen(dead), await hasBytes(queued)]).toEqual([true, true, true]);
    // A replay queues it again while the queue is being read.
    const replayed = async () => {
      await worker.owner.prisma.deadSubmission.deleteMany();
      return [];
    };
    await queue().remove(jobId);
    await worker.deps.store([submission]);
    await sweepUploads({ ...worker.deps, queues: [{ ...queue(), ids: replayed }], now: () => tomorrow });
    expect([(await stored()).length, await isOpen(dead)]).toEqual([1, true]);
  });
});
