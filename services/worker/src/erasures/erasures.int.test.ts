import { randomUUID } from 'node:crypto';
import { erasureContext } from '@inlet/contracts/erasures';
import type { Erasure, Form } from '@inlet/db/client';
import { createAddressHashes } from '@inlet/service/address-hash';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { waitUntil } from '@inlet/testing/wait-until';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { startErasures } from '#erasures/start-erasures.ts';
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

/** Has a worker do what waits. */
async function work(id: string): Promise<Erasure> {
  const erasures = startErasures(worker.deps);
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
