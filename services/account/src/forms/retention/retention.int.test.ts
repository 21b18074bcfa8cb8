import { formSchema } from '@inlet/contracts/forms';
import type { Form, User } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newForm, startTestAccount, type TestAccount } from '#account.test-setup.ts';

let account: TestAccount;
let user: User;
let token: string;
let form: Form;

beforeAll(async () => {
  account = await startTestAccount();
});
afterAll(() => account.close());
beforeEach(async () => {
  const { prisma } = account.deps.database;
  user = await buildUser(prisma, { plan: 'pro' });
  token = await account.signIn(user);
  form = await buildForm(prisma, { userId: user.id, name: 'Contact' });
});

const path = () => `/api/v1/forms/${form.id}/retention`;
const read = (query = '') => account.call(`GET ${path()}${query}`, { token });
const change = (days: unknown) => account.call(`PATCH ${path()}`, { token, body: { days } });
const changeDefault = (days: unknown) => account.call('PATCH /api/v1/me/retention', { token, body: { days } });
const readDefault = () => account.call('GET /api/v1/me/retention', { token });
const setPlan = (plan: string) => account.deps.database.prisma.user.update({ where: { id: user.id }, data: { plan } });
const formShown = async () => formSchema.parse((await account.call(`GET /api/v1/forms/${form.id}`, { token })).body);
/** Stores submissions of some days and a minute ago; every fifth is spam. */
const store = (count: number, days: number) =>
  account.deps.database.pool.query(
    `insert into submissions (id, form_id, data, is_spam, created_at)
     select gen_random_uuid(), $1, '{}', n % 5 = 0, now() - $3 * interval '24 hours' - interval '1 minute'
     from generate_series(1, $2::int) as n`,
    [form.id, count, days],
  );
const audited = async (action: string) =>
  (await account.deps.database.prisma.auditEvent.findMany({ where: { userId: user.id, action } })).map(
    ({ details }) => details,
  );

const kept = { days: null, isActive: true, expired: 0, expiredIsExact: true };

describe('the retention of a form', () => {
  it('is off until its owner chooses days', async () => {
    await store(3, 5_000);
    expect((await read()).body).toEqual(kept);
    const answer = await change(90);
    expect([answer.status, answer.body]).toEqual([200, { ...kept, days: 90, expired: 3 }]);
    expect((await read()).body).toEqual(answer.body);
    expect(await formShown()).toMatchObject({ retentionDays: 90 });
    expect((await change(null)).body).toEqual(kept);
    expect(await formShown()).toMatchObject({ retentionDays: null });
  });

  it('previews how many are older than other days, including spam', async () => {
    await store(10, 30);
    await store(5, 10);
    await change(90);
    expect((await read('?days=30')).body).toEqual({ ...kept, days: 90, expired: 10 });
    expect((await read('?days=10')).body).toEqual({ ...kept, days: 90, expired: 15 });
    expect((await read('?days=31')).body).toEqual({ ...kept, days: 90 });
  });

  it('counts exactly up to 10,000', async () => {
    await store(10_000, 30);
    expect((await read('?days=30')).body).toMatchObject({ expired: 10_000, expiredIsExact: true });
    await store(1, 30);
    expect((await read('?days=30')).body).toMatchObject({ expired: 10_000, expiredIsExact: false });
  });

  it.each([0, -1, 3_651, 1.5, '90', undefined, true])('is not %j days', async (days) => {
    const answer = await change(days);
    expect([answer.status, answer.body]).toMatchObject([422, { issues: [{ field: 'days' }] }]);
    expect((await read(`?days=${days === '90' ? 'ninety' : days}`)).status).toBe(422);
  });

  it('is from one day to ten years', async () => {
    for (const days of [1, 3_650]) expect((await change(days)).body).toMatchObject({ days });
  });

  it('is in the owner’s trail once', async () => {
    await change(30);
    await change(30);
    await change(null);
    expect(await audited('form.retention_changed')).toEqual(
      [30, null].map((days) => ({ formId: form.id, name: 'Contact', days })),
    );
  });

  it('cannot be changed on a plan without it; the number stays', async () => {
    await store(1, 30);
    await change(30);
    await setPlan('starter');
    const answer = await change(20);
    expect([answer.status, answer.body]).toMatchObject([403, { code: 'feature_not_in_plan' }]);
    expect((await read()).body).toEqual({ days: 30, isActive: false, expired: 1, expiredIsExact: true });
    await setPlan('early_pro');
    expect((await read()).body).toMatchObject({ days: 30, isActive: true });
  });
});

describe('the retention of new forms', () => {
  it('follows the account’s default, and other forms stay as they are', async () => {
    expect((await readDefault()).body).toEqual({ days: null, isActive: true });
    expect((await changeDefault(90)).body).toEqual({ days: 90, isActive: true });
    expect((await readDefault()).body).toEqual({ days: 90, isActive: true });
    const created = await account.call('POST /api/v1/forms', { token, body: newForm });
    expect(formSchema.parse(created.body)).toMatchObject({ retentionDays: 90 });
    expect(await formShown()).toMatchObject({ retentionDays: null });
    await changeDefault(90);
    expect(await audited('account.retention_changed')).toEqual([{ days: 90 }]);
  });

  it('needs a plan that has it', async () => {
    await setPlan('starter');
    const answer = await changeDefault(90);
    expect([answer.status, answer.body]).toMatchObject([403, { code: 'feature_not_in_plan' }]);
    expect((await readDefault()).body).toEqual({ days: null, isActive: false });
  });
});
