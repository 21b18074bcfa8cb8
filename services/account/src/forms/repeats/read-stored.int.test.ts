import { randomUUID } from 'node:crypto';
import { internalAuthorization } from '@inlet/http/internal-token';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestAccount, type TestAccount, testInternalToken } from '#account.test-setup.ts';

let account: TestAccount;
beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());

const ask = (id: string) =>
  account.call(`GET /internal/submissions/${id}`, { headers: internalAuthorization(testInternalToken) });

it('tells ingest whether a submission is stored, and nothing else', async () => {
  const { prisma } = account.deps.database;
  const form = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
  const { id } = await buildSubmission(prisma, { formId: form.id });
  expect((await ask(id)).body).toEqual({ id });
});

it.each([randomUUID(), 'x', '%00', "' or 1=1"])('answers 404 for %s', async (id) => {
  const answer = await ask(id);
  expect([answer.status, answer.body]).toMatchObject([404, { code: 'submission_not_found' }]);
});
