import { randomUUID } from 'node:crypto';
import type { UploadAnswer } from '@inlet/contracts/uploads';
import type { Form } from '@inlet/db/client';
import { internalAuthorization } from '@inlet/http/internal-token';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestAccount, type TestAccount, testInternalToken } from '#account.test-setup.ts';

let account: TestAccount;
let form: Form;
beforeAll(async () => {
  account = await startTestAccount({ FILES_FOLDER: '/nowhere' });
});
afterAll(() => account.close());
beforeEach(async () => {
  const { prisma } = account.deps.database;
  form = await buildForm(prisma, { userId: (await buildUser(prisma, { plan: 'starter' })).id });
});

const headers = internalAuthorization(testInternalToken);
const gigabyte = 1_000_000_000;
const open = async (bytes: number, id = randomUUID(), formId = form.id) =>
  (await account.call('POST /internal/uploads', { headers, body: { id, formId, bytes } })).body as UploadAnswer;
const cancel = (id: string) => account.call(`DELETE /internal/uploads/${id}`, { headers });
const used = async () =>
  Number((await account.deps.database.prisma.quota.findFirstOrThrow({ where: { userId: form.userId } })).direct);

it('takes storage once for an upload, until a worker has deleted what was given up', async () => {
  const id = randomUUID();
  expect(await open(1_000, id)).toEqual({ outcome: 'granted', bytes: 1_000, limit: gigabyte });
  expect(await open(1_000, id)).toMatchObject({ outcome: 'granted', bytes: 1_000 });
  expect(await used()).toBe(1_000);
  for (let n = 0; n < 2; n++) expect((await cancel(id)).status).toBe(204);
  const { prisma } = account.deps.database;
  expect(await prisma.upload.findUnique({ where: { id } })).toMatchObject({ isClosing: true, reserved: 1_000n });
  expect(await used()).toBe(1_000);
  // The upload belongs to a submission, so there is nothing to cancel.
  expect((await cancel(randomUUID())).status).toBe(204);
});

it('takes what is left, to the byte, and has others wait that may still fit, however many ask at once', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => open(30_000_000)));
  expect(answers.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(990_000_000);
  expect(answers.filter(({ outcome }) => outcome === 'busy')).toHaveLength(17);
  expect(await open(10_000_000)).toMatchObject({ outcome: 'granted' });
  expect(await used()).toBe(gigabyte);
  // An upload that was abandoned an hour ago blocks nothing.
  await account.deps.database.pool.query(`update uploads set created_at = now() - interval '2 hours'`);
  expect(await open(1)).toMatchObject({ outcome: 'full' });
});

it('has room for an empty file, unless more is taken than the plan has', async () => {
  const { prisma } = account.deps.database;
  const quota = { userId: form.userId, period: 'storage', resource: 'storage' };
  await prisma.quota.create({ data: { ...quota, direct: gigabyte } });
  expect(await open(0)).toMatchObject({ outcome: 'granted', bytes: 0 });
  await prisma.upload.deleteMany();
  await prisma.quota.updateMany({ where: quota, data: { direct: gigabyte + 1 } });
  expect(await open(0)).toMatchObject({ outcome: 'full' });
});

it('is full where nothing is under way, and off where files are not wanted', async () => {
  const { prisma } = account.deps.database;
  const quota = { userId: form.userId, period: 'storage', resource: 'storage', direct: gigabyte };
  await prisma.quota.create({ data: quota });
  expect(await open(1)).toEqual({ outcome: 'full', bytes: 0, limit: gigabyte });
  await prisma.form.update({ where: { id: form.id }, data: { takesFiles: false } });
  expect(await open(1)).toMatchObject({ outcome: 'off' });
  expect(await open(1, randomUUID(), randomUUID())).toMatchObject({ outcome: 'off' });
});
