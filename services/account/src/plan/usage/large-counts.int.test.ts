import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { expect, it, onTestFinished } from 'vitest';
import { startTestAccount } from '#account.test-setup.ts';

const many = 2 ** 31 + 7;

it('counts beyond an int4 are answered as numbers everywhere', async () => {
  const account = await startTestAccount();
  onTestFinished(account.close);
  const { prisma } = account.deps.database;
  const user = await buildUser(prisma);
  const { id: formId } = await buildForm(prisma, { userId: user.id });
  const day = new Date(new Date().toISOString().slice(0, 10));
  const month = new Date(`${day.toISOString().slice(0, 7)}-01`);
  await prisma.formTotal.create({ data: { formId, submissionCount: many, spamCount: many + 1 } });
  await prisma.dailyFormCounter.create({ data: { formId, day, submissionCount: many } });
  await prisma.dailyOriginCounter.create({ data: { formId, day, origin: '', submissionCount: many } });
  await prisma.monthlyUsage.create({ data: { userId: user.id, month, submissionCount: many } });
  const token = await account.signIn(user);
  const read = async (path: string) => (await account.call(`GET /api/v1${path}`, { token })).body;

  expect(await read('/forms')).toMatchObject({ forms: [{ submissionCount: many }] });
  expect(await read(`/forms/${formId}`)).toMatchObject({ submissionCount: many });
  expect(await read(`/forms/${formId}/submissions`)).toMatchObject({ total: many });
  expect(await read(`/forms/${formId}/submissions?spam=true`)).toMatchObject({ total: many + 1 });
  expect(await read(`/forms/${formId}/analytics?days=1`)).toMatchObject({ total: many, days: [{ count: many }] });
  expect(await read('/usage')).toMatchObject({ currentSubmissions: many });
  expect(await read('/me/export')).toMatchObject({
    usage: [{ submissions: many }],
    forms: [{ submissionCount: many, days: [{ count: many }], origins: [{ count: many }] }],
  });
});
