import { randomUUID, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { erasureContext } from '@inlet/contracts/erasures';
import { fileKey } from '@inlet/contracts/files';
import { createAddressHashes, suppressedNames } from '@inlet/crypto/address-hash';
import type { Erasure, Form } from '@inlet/db/client';
import { readLedger } from '@inlet/erasure/ledger';
import { receiptKeys } from '@inlet/erasure/receipts';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { startBackgroundWork } from '@inlet/process/background-work';
import { packBatch, submissionBatchSchema, unpackBatch } from '@inlet/submissions/batch';
import { buildFile } from '@inlet/testing/build-file';
import { buildForm } from '@inlet/testing/build-form';
import { buildAcceptedSubmission, buildSubmission } from '@inlet/testing/build-submission';
import { buildTarget } from '@inlet/testing/build-target';
import { buildUser } from '@inlet/testing/build-user';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { Queue, Worker } from 'bullmq';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { backgroundWork } from '#background-work.ts';
import { eraseOne } from '#erasures/erase-one.ts';
import { repeatErasures } from '#erasures/repeat-erasures.ts';
import { openTestWorker, type TestWorker } from '#worker.test-setup.ts';

const address = 'ada@example.com';
let worker: TestWorker;
let form: Form;

beforeAll(async () => {
  worker = await openTestWorker();
});
afterAll(() => worker.close());
beforeEach(async () => {
  form = await addForm();
});

const addForm = async () => {
  const { prisma } = worker.owner;
  return buildForm(prisma, { userId: (await buildUser(prisma)).id });
};
const store = async (data: object, { id: formId } = form, more = {}) =>
  (await buildSubmission(worker.owner.prisma, { formId, data: data as never, ...more })).id;

async function ask(email = address, { userId } = form): Promise<string> {
  const id = randomUUID();
  const { sealing, config } = worker.deps;
  const sealed = Uint8Array.from(sealing.seal(email, erasureContext(id)));
  const addressHash = Uint8Array.from(createAddressHashes(config.ENCRYPTION_KEYS).of(userId, email));
  await worker.owner.prisma.erasure.create({ data: { id, userId, addressHash, sealed } });
  return id;
}
const read = (id: string): Promise<Erasure> => worker.owner.prisma.erasure.findUniqueOrThrow({ where: { id } });

/** Makes a worker process pending erasures. */
async function work(id: string, config = worker.deps.config): Promise<Erasure> {
  const erasures = startBackgroundWork({ row: backgroundWork.erasures }, { ...worker.deps, config });
  onTestFinished(erasures.close);
  await waitUntil(async () => (await read(id)).state === 'done', { what: 'the erasure to be done' });
  return read(id);
}

it('erases the submissions of a person with their notes, and moves the counters', async () => {
  const { prisma } = worker.owner;
  const gone = await store({ email: 'Ada@Example.com' });
  const kept = await store({ email: 'grace@example.com', text: 'Ask ada@example.com' });
  await prisma.submissionState.create({
    data: { submissionId: gone, formId: form.id, receivedAt: new Date(), note: 'Called' },
  });
  await prisma.formTotal.create({ data: { formId: form.id, submissionCount: 2 } });
  const theirs = await store({ email: address }, await addForm());
  const erasure = await work(await ask());
  expect(erasure).toMatchObject({
    sealed: null,
    counts: { submissions: 1, notes: 1 },
    mentionCount: 1,
    mentions: [{ place: 'field', formId: form.id, key: kept, path: ['text'], at: 4 }],
  });
  const left = await prisma.submission.findMany({ where: { id: { in: [gone, kept, theirs] } } });
  expect(left.map(({ id }) => id).toSorted()).toEqual([kept, theirs].toSorted());
  expect(Number((await prisma.formTotal.findUniqueOrThrow({ where: { formId: form.id } })).submissionCount)).toBe(1);
  expect(await prisma.erasureFind.count()).toBe(0);
});

it('is done once the files of these submissions are gone, with their bytes', async () => {
  const { prisma } = worker.owner;
  const { blobs } = worker.deps;
  const [gone, kept] = [await store({ email: address }), await store({ email: 'grace@example.com' })];
  const [file, other] = [
    await buildFile(prisma, blobs, { id: gone, formId: form.id }, { userId: form.userId }),
    await buildFile(prisma, blobs, { id: kept, formId: form.id }, { userId: form.userId }),
  ];
  const sizes = () => Promise.all([file, other].map((one) => blobs.sizeOf(fileKey(form.id, one.uploadId, one.id))));
  expect(await sizes()).toEqual([10, 10]);
  expect((await work(await ask())).counts).toEqual({ submissions: 1, files: 1 });
  expect(await sizes()).toEqual([null, 10]);
  expect((await prisma.file.findMany()).map(({ id }) => id)).toEqual([other.id]);
});

it('gives the upload of a submission up that was set aside, and is done once its bytes are gone', async () => {
  const { prisma } = worker.owner;
  const { blobs } = worker.deps;
  const [id, upload, file] = [randomUUID(), randomUUID(), randomUUID()];
  await blobs.put(fileKey(form.id, upload, file), Readable.from([Buffer.from('a file')]));
  await prisma.upload.create({ data: { id: upload, formId: form.id, userId: form.userId, reserved: 6 } });
  const submission = buildAcceptedSubmission({
    id,
    formId: form.id,
    userId: form.userId,
    json: `{"email":"${address}"}`,
  });
  const payload = Buffer.from(JSON.stringify({ ...submission, upload: { id: upload, files: [] } }));
  await prisma.deadSubmission.create({ data: { id, formId: form.id, payload, reason: 'a test' } });
  expect((await work(await ask())).counts).toEqual({ deadSubmissions: 1 });
  expect(await blobs.sizeOf(fileKey(form.id, upload, file))).toBeNull();
  expect(await prisma.upload.count()).toBe(0);
});

it('lists notes, tags and settings that name the address, and leaves them', async () => {
  const { prisma } = worker.owner;
  const noted = await store({ email: 'grace@example.com' });
  const receivedAt = new Date();
  const tags = ['b2b', 'ada@example.com'];
  const data = { submissionId: noted, formId: form.id, receivedAt, note: 'Sister of ada@example.com', tags };
  await prisma.submissionState.create({ data });
  const recipient = await prisma.recipient.create({ data: { id: randomUUID(), formId: form.id, email: address } });
  await prisma.spamSettings.create({ data: { formId: form.id, blockList: ['casino', 'Ada@example.com'] } });
  const { mentions, mentionCount } = await work(await ask());
  expect(mentionCount).toBe(4);
  expect(mentions).toEqual(
    expect.arrayContaining([
      { place: 'note', formId: form.id, key: noted, at: 10 },
      { place: 'tag', formId: form.id, key: noted, at: 1 },
      { place: 'recipient', formId: form.id, key: recipient.id, at: 0 },
      { place: 'block_list', formId: form.id, key: null, at: 1 },
    ]),
  );
});

it('erases deliveries and attempts of these submissions, and attempts whose response names the address', async () => {
  const { prisma } = worker.owner;
  const [gone, kept] = [await store({ email: address }), await store({ email: 'grace@example.com' })];
  const target = await buildTarget(prisma, { formId: form.id, sealed: new Uint8Array(1) });
  const common = { targetId: target.id, eventId: randomUUID(), occurredAt: new Date() };
  for (const submissionId of [gone, kept]) {
    await prisma.delivery.create({
      data: { ...common, submissionId, type: 'submission.created', dueAt: new Date('2999-01-01') },
    });
  }
  const attempt = (submissionId: string, response: string | null, headers: Record<string, string> = {}) => ({
    ...common,
    id: uuidv7({ msecs: Date.now() }),
    type: 'submission.created',
    submissionId,
    number: 1,
    state: 'failed',
    durationMs: 1,
    response,
    responseHeaders: headers,
    startedAt: new Date(),
  });
  const last = attempt(kept, 'thanks');
  const echoes = [
    attempt(kept, 'no <Ada@example.com>'),
    attempt(kept, String.raw`{"to":"ada\u0040example.com"}`),
    attempt(kept, null, { location: 'https://example.com/?to=Ada@example.com' }),
  ];
  await prisma.deliveryAttempt.createMany({ data: [attempt(gone, null), ...echoes, last] });
  expect((await work(await ask())).counts).toEqual({ submissions: 1, deliveries: 1, attempts: 4 });
  expect((await prisma.deliveryAttempt.findMany({ where: { targetId: target.id } })).map(({ id }) => id)).toEqual([
    last.id,
  ]);
  const waiting = await prisma.delivery.findMany({ where: { targetId: target.id } });
  expect(waiting.filter(({ type }) => type !== 'submission.deleted').map((one) => one.submissionId)).toEqual([kept]);
});

it('erases submissions that were set aside, in the database and in batches that failed', async () => {
  const { prisma } = worker.owner;
  const submission = (email: string, { id: formId, userId } = form) =>
    buildAcceptedSubmission({ formId, userId, json: JSON.stringify({ email }) });
  const [theirs, others] = [submission(address), submission('grace@example.com')];
  for (const one of [theirs, others]) {
    const data = { id: one.id, formId: form.id, payload: Buffer.from(JSON.stringify(one)), reason: 'no room' };
    await prisma.deadSubmission.create({ data });
  }
  const [failed, kept, elsewhere] = [
    submission(address),
    submission('grace@example.com'),
    submission(address, await addForm()),
  ];
  const queue = openQueue('submissions');
  const whole = await addFailed(queue, packBatch([submission(address)]));
  const part = await addFailed(queue, packBatch([failed, kept, elsewhere]));
  expect((await work(await ask())).counts).toEqual({ deadSubmissions: 3 });
  expect((await prisma.deadSubmission.findMany({ where: { formId: form.id } })).map(({ id }) => id)).toEqual([
    others.id,
  ]);
  expect(await queue.getJob(whole)).toBeUndefined();
  const batch = submissionBatchSchema.parse((await queue.getJob(part))?.data);
  expect(unpackBatch(batch).map(({ id }) => id)).toEqual([kept.id, elsewhere.id]);
});

it('waits for batches that are being stored, and erases what they bring', async () => {
  const queue = openQueue('submissions');
  await queue.add('store-submissions', {}, { jobId: 'waits' });
  const id = await ask();
  const erasures = startBackgroundWork({ row: backgroundWork.erasures }, worker.deps);
  onTestFinished(erasures.close);
  const progressOf = async () => (await read(id)).progress as { look?: number; step?: string } | null;
  await waitUntil(async () => (await progressOf())?.step === 'erase', { what: 'the first look' });
  const late = await store({ email: address });
  await queue.remove('waits');
  await waitUntil(async () => (await read(id)).state === 'done', { what: 'the second look' });
  expect(await worker.owner.prisma.submission.count({ where: { id: late } })).toBe(0);
  expect((await read(id)).counts).toEqual({ submissions: 1 });
});

it('erases mails of its forms that answer the person or name them, and none of others', async () => {
  const queue = openQueue('mail');
  const mail = (to: string, more: object = {}) => {
    return { to, subject: 'Hello', text: 'Hello', html: '<p>Hello</p>', formId: form.id, ...more };
  };
  const gone = [
    mail(address, { kind: 'auto-reply' }),
    mail('owner@example.com', { kind: 'notification', text: 'From: Ada@example.com' }),
    mail('owner@example.com', { kind: 'notification', replyTo: address }),
  ];
  const kept = [
    mail('owner@example.com', { kind: 'notification' }),
    mail(address, { kind: 'notification' }),
    mail(address, { kind: 'auto-reply', formId: randomUUID() }),
    mail(address, { formId: undefined }),
  ];
  const ids: string[] = [];
  for (const each of [...gone, ...kept]) ids.push((await queue.add('send-mail', each, { delay: 3_600_000 })).id ?? '');
  const [failed = ''] = [await addFailed(queue, gone[0] ?? {})];
  const { to: recipient, subject, text, html, ...options } = gone[1] ?? mail('');
  const pending = { id: randomUUID(), recipient, subject, text, html, options };
  await worker.owner.prisma.pendingMail.create({ data: pending });
  expect((await work(await ask())).counts).toEqual({ mails: 5 });
  expect(await queue.getJob(failed)).toBeUndefined();
  const left = await Promise.all(ids.map(async (id) => (await queue.getJob(id)) !== undefined));
  expect(left).toEqual([...gone.map(() => false), ...kept.map(() => true)]);
  expect(await worker.owner.prisma.pendingMail.count()).toBe(0);
});

it('keeps the protection of an address that wants no mail, and not the address', async () => {
  const { prisma } = worker.owner;
  const email = 'eve+shop@example.com';
  await prisma.suppression.createMany({
    data: [
      { email, scope: 'all', reason: 'complaint' },
      { email: 'eve@example.com', scope: 'auto-reply', reason: 'unsubscribed' },
      { email: 'grace@example.com', scope: 'all', reason: 'bounce' },
    ],
  });
  expect((await work(await ask(email))).counts).toEqual({ suppressions: 2 });
  const left = (await prisma.suppression.findMany()).map((one) => one.email);
  expect(left.filter((one) => one.includes('eve'))).toEqual([]);
  const hashes = createAddressHashes(worker.deps.config.ENCRYPTION_KEYS);
  expect(left).toEqual(
    expect.arrayContaining([suppressedNames(hashes, email)[1], suppressedNames(hashes, 'eve@example.com')[1]]),
  );
});

it('signs a receipt that openssl and browsers can verify, which does not name the address', async () => {
  await store({ email: address });
  const { id, receipt, finishedAt } = await work(await ask());
  const [head = '', claims = '', signature = ''] = (receipt ?? '').split('.');
  const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const [key] = receiptKeys(worker.deps.config.ENCRYPTION_KEYS);
  expect(decode(head)).toEqual({ alg: 'EdDSA', typ: 'JWT', kid: key?.kid });
  expect(decode(claims)).toMatchObject({
    jti: id,
    sub: form.userId,
    finishedAt: finishedAt?.toISOString(),
    counts: { submissions: 1 },
  });
  const isValid = (content: string) =>
    verify(null, Buffer.from(content), key?.pem ?? '', Buffer.from(signature, 'base64url'));
  expect([isValid(`${head}.${claims}`), isValid(`${head}.${claims}x`)]).toEqual([true, false]);
  expect(Buffer.from(claims, 'base64url').toString()).not.toContain('example.com');
});

it('writes the ledger before it is done, and repeats from it what a restore brings back', async () => {
  const { prisma } = worker.owner;
  const folder = await createDisposableFolder();
  const ledger = join(folder, 'erasures.ndjson');
  const config = { ...worker.deps.config, ERASURE_LEDGER: ledger };
  const id = await ask();
  await store({ email: address });
  await work(id, config);
  const [line] = await readLedger(ledger);
  expect(line).toMatchObject({ id, account: form.userId });
  expect(await readFile(ledger, 'utf8')).not.toContain('ada@');
  // An older backup lacks the erasure.
  await prisma.erasure.delete({ where: { id } });
  const back = await store({ email: 'ADA@example.com' });
  const stranger = await store({ email: address }, await addForm());
  const { pool, clientLanes: lanes, blobs, logger } = worker.deps;
  const repeat = () => repeatErasures({ pool, lanes, blobs, config, logger, isStoring: false });
  expect(await repeat()).toBe(1);
  expect(await prisma.submission.findMany({ where: { id: { in: [back, stranger] } }, select: { id: true } })).toEqual([
    { id: stranger },
  ]);
  expect(await read(id)).toMatchObject({ state: 'done', counts: { submissions: 1 } });
  expect([await repeat(), (await readLedger(ledger)).length]).toEqual([0, 1]);
});

it('is not done while its ledger cannot be written', async () => {
  const config = { ...worker.deps.config, ERASURE_LEDGER: '/proc/nowhere/ledger' };
  const id = await ask();
  const { pool, clientLanes: lanes, blobs, logger } = worker.deps;
  const pace = { signal: new AbortController().signal, rest: async () => undefined };
  await expect(eraseOne({ pool, lanes, blobs, config, logger, isStoring: true }, pace)).rejects.toThrow('ENOENT');
  expect(await read(id)).toMatchObject({ state: 'running', receipt: null });
  await worker.owner.prisma.erasure.delete({ where: { id } });
});

function openQueue(name: string): Queue {
  const queue = new Queue(name, { connection: worker.deps.clientRedis, prefix: worker.keys.queues });
  onTestFinished(async () => {
    await queue.obliterate({ force: true });
    await queue.close();
  });
  return queue;
}

async function addFailed(queue: Queue, data: object): Promise<string> {
  const name = queue.name === 'mail' ? 'send-mail' : 'store-submissions';
  const { id = '' } = await queue.add(name, data, { attempts: 1 });
  const taker = new Worker(queue.name, () => Promise.reject(new Error('no')), {
    connection: worker.deps.redis,
    prefix: worker.keys.queues,
  });
  await waitUntil(async () => (await queue.getJobState(id)) === 'failed', { what: 'the job to fail' });
  await taker.close();
  return id;
}
