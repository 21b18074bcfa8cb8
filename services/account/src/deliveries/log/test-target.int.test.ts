import { testedTargetSchema } from '@inlet/contracts/targets';
import type { Form, Target, User } from '@inlet/db/client';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { buildAttempt, makeTarget } from '#deliveries/build-deliveries.test-setup.ts';
import { testTarget } from '#deliveries/log/test-target.ts';
import { queuedJobs } from '#deliveries/queued-jobs.test-setup.ts';

let account: TestAccount;
let user: User;
let form: Form;
let target: Target;
let token: string;

beforeAll(async () => {
  account = await startTestAccount({ RATE_LIMITS: 'on' });
});
afterAll(() => account.close());
beforeEach(async () => {
  const { prisma } = account.deps.database;
  user = await buildUser(prisma);
  form = await buildForm(prisma, { userId: user.id });
  target = await makeTarget(account, form);
  token = await account.signIn(user);
});

const ownJobs = async () => (await queuedJobs(account)).filter(({ targetId }) => targetId === target.id);
const ask = (what: string, body?: unknown) =>
  account.call(`POST /api/v1/targets/${target.id}/${what}`, { token, body });

describe('a test delivery', () => {
  it('is made by the worker, and answered with its attempt', async () => {
    const asked = ask('test');
    await waitUntil(async () => (await ownJobs()).length === 1);
    const [{ attemptId = '' } = {}] = await ownJobs();
    await buildAttempt(account, { id: attemptId, targetId: target.id, submissionId: null, isTest: true });
    const { status, body } = await asked;
    expect(status).toBe(200);
    expect(testedTargetSchema.strict().parse(body).attempt).toMatchObject({ id: attemptId, isTest: true });
  });

  it('that no worker makes is refused in the end', async () => {
    await expect(testTarget(account.deps, target.id, () => true, 50)).rejects.toMatchObject({
      ...{ status: 503, code: 'test_unanswered' },
    });
  });

  it('is asked for sixty times an hour at most', async () => {
    const { attempts } = account.deps;
    const limit = { name: 'test-delivery:account', max: 60, windowSeconds: 3_600 };
    for (let n = 0; n < 60; n += 1) await attempts.take([{ limit, subject: user.id }]);
    const answer = await ask('test');
    expect([answer.status, answer.body]).toMatchObject([429, { code: 'rate_limited' }]);
    expect(await ownJobs()).toEqual([]);
  });
});

it.each([
  ['resume', {}],
  ['replay', {}],
])('the worker is called by %s', async (what, body) => {
  expect((await ask(what, body)).status).toBeLessThan(300);
  expect(await ownJobs()).toEqual([{ targetId: target.id }]);
});
