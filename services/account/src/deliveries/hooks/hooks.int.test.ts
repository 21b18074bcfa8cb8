import { hookSchema, newHookSchema } from '@inlet/contracts/hooks';
import { targetListSchema } from '@inlet/contracts/targets';
import { webhookEventSchema } from '@inlet/contracts/webhook-events';
import type { Form, User } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { auditOf } from '#account-of.test-setup.ts';
import { makeTarget } from '#deliveries/build-deliveries.test-setup.ts';
import { makeKey } from '#make-key.test-setup.ts';

let account: TestAccount;
let user: User;
let form: Form;
let token: string;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  const { prisma } = account.deps.database;
  user = await buildUser(prisma);
  form = await buildForm(prisma, { userId: user.id, name: 'Contact' });
  token = (await makeKey(account, user.id)).key;
});

const url = 'https://hooks.zapier.example/catch/1';
const subscribe = (body: object) => account.call('POST /api/v1/hooks', { token, body });

describe('a REST hook', () => {
  it('is subscribed, checked and unsubscribed by an API key', async () => {
    const answer = await subscribe({ formId: form.id, url, event: 'submission.released' });
    expect(answer.status).toBe(201);
    const { secret, ...hook } = newHookSchema.strict().parse(answer.body);
    expect(secret).toMatch(/^whsec_/);
    expect(hook).toMatchObject({ formId: form.id, url, event: 'submission.released' });
    const checked = await account.call(`GET /api/v1/hooks/${hook.id}`, { token });
    expect([checked.status, hookSchema.strict().parse(checked.body)]).toEqual([200, hook]);
    const list = await account.call(`GET /api/v1/forms/${form.id}/targets`, { token });
    expect(targetListSchema.parse(list.body).targets).toMatchObject([
      { id: hook.id, isHook: true, name: 'hooks.zapier.example', events: ['submission.released'] },
    ]);
    expect((await account.call(`DELETE /api/v1/hooks/${hook.id}`, { token })).status).toBe(204);
    expect((await account.call(`DELETE /api/v1/hooks/${hook.id}`, { token })).status).toBe(404);
    expect(await auditOf(account, user.id)).toEqual(['target.created', 'target.deleted']);
  });

  it('is no target that its owner made by hand', async () => {
    const { id } = await makeTarget(account, form);
    for (const method of ['GET', 'DELETE']) {
      const answer = await account.call(`${method} /api/v1/hooks/${id}`, { token });
      expect([answer.status, answer.body]).toMatchObject([404, { code: 'hook_not_found' }]);
    }
  });

  it('obeys the rules of targets', async () => {
    const foreign = await buildForm(account.deps.database.prisma, {
      userId: (await buildUser(account.deps.database.prisma)).id,
    });
    expect((await subscribe({ formId: foreign.id, url })).body).toMatchObject({ code: 'form_not_found' });
    for (const address of ['https://127.0.0.1/', 'mailto:ada@example.com']) {
      const refused = await subscribe({ formId: form.id, url: address });
      expect([refused.status, refused.body]).toMatchObject([422, { code: 'address_not_allowed' }]);
    }
    for (let n = 0; n < 10; n += 1) expect((await subscribe({ formId: form.id, url })).status).toBe(201);
    expect((await subscribe({ formId: form.id, url })).body).toMatchObject({ code: 'target_limit_reached' });
  });
});

describe('the samples of a form', () => {
  const read = async () => {
    const answer = await account.call(`GET /api/v1/forms/${form.id}/samples`, { token });
    expect(answer.status).toBe(200);
    return { text: answer.text, samples: webhookEventSchema.array().parse(answer.body) };
  };

  it('are the newest three submissions as they would be delivered', async () => {
    const { prisma, pool } = account.deps.database;
    for (const day of [1, 2, 3, 4]) {
      await buildSubmission(prisma, { formId: form.id, data: { day }, createdAt: new Date(Date.UTC(2026, 9, day)) });
    }
    await buildSubmission(prisma, { formId: form.id, isSpam: true });
    await pool.query(`update submissions set data = '{"day":4.0}' where form_id = $1 and data->>'day' = '4'`, [
      form.id,
    ]);
    const { samples, text } = await read();
    expect(samples).toMatchObject(
      [4, 3, 2].map((day) => ({
        type: 'submission.created',
        data: { form: { id: form.id, name: 'Contact' }, submission: { formId: form.id, data: { day } } },
      })),
    );
    expect(text).toContain('{"day":4.0}');
  });

  it('are an example where there is none', async () => {
    expect((await read()).samples).toMatchObject([
      {
        type: 'submission.created',
        data: { form: { id: form.id }, submission: { data: { email: 'ada@example.com' } } },
      },
    ]);
  });
});
