import type { FormFields, SavedView, SavedViews } from '@inlet/contracts/inbox-views';
import type { SubmissionPage } from '@inlet/contracts/submissions';
import type { Form, User } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildSubmission } from '@inlet/testing/build-submission';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';

let account: TestAccount;
let user: User;
let token: string;
let form: Form;

beforeAll(async () => {
  account = await startTestAccount();
  user = await buildUser(account.deps.database.prisma);
  token = await account.signIn(user);
});
afterAll(() => account.close());
beforeEach(async () => {
  form = await buildForm(account.deps.database.prisma, { userId: user.id });
});

const call = (request: string, body?: unknown, of = form) => {
  const [method, path = ''] = request.split(' ');
  return account.call(`${method} /api/v1/forms/${of.id}${path}`, { token, body });
};
let minute = 0;
const store = (data: object) => {
  minute += 1;
  const createdAt = new Date(Date.UTC(2025, 2, 5, 8, minute));
  return buildSubmission(account.deps.database.prisma, { formId: form.id, data, createdAt });
};

describe('the fields of a form', () => {
  const fields = async () => ((await call('GET /fields')).body as FormFields).fields;

  it('are those of its newest submissions: sender, address, subject and message first', async () => {
    const message = 'Could you send the corrected invoice for May? The VAT number is wrong.';
    await store({ topic: 'Billing', message, email: 'a@example.com', name: 'Ada', consent: 'on', zip: '08001' });
    await store({
      topic: 'Sales',
      message,
      email: 'b@example.com',
      name: 'Bo',
      people: '12',
      site: 'https://b.example',
    });
    await store({ tags: ['a'], address: { city: 'Graz' }, hasLamp: true });
    expect((await fields()).map(({ name, type, seen, shown }) => [name, type, seen, shown])).toEqual([
      ['name', 'text', 2, true],
      ['email', 'email', 2, true],
      ['topic', 'text', 2, true],
      ['message', 'long', 2, true],
      ['tags', 'list', 1, false],
      ['address', 'object', 1, false],
      ['hasLamp', 'boolean', 1, false],
      ['people', 'number', 1, false],
      ['site', 'url', 1, false],
      ['consent', 'boolean', 1, false],
      ['zip', 'text', 1, false],
    ]);
    expect((await fields()).find(({ name }) => name === 'message')?.width).toBeNull();
  });

  it('begin with those that the owner chose for sender, subject and message', async () => {
    await store({ name: 'Ada', message: 'Hello', company: 'Acme', wish: 'Tea', plan: 'Pro' });
    const fieldRoles = { name: 'company', subject: 'plan', message: 'wish' };
    await account.deps.database.prisma.form.update({ where: { id: form.id }, data: { fieldRoles } });
    const shown = (await fields()).filter((field) => field.shown);
    expect(shown.map(({ name }) => name)).toEqual(['company', 'plan', 'wish']);
  });

  it('are in the owner’s order, with new ones behind them, until the owner’s choice is taken back', async () => {
    await store({ name: 'Ada', email: 'a@example.com', extra: 'x' });
    const chosen = [
      { name: 'email', shown: true, width: 300 },
      { name: 'gone', shown: false, width: null },
    ];
    const answer = await call('PATCH /fields', { fields: chosen });
    expect([answer.status, (answer.body as FormFields).fields]).toMatchObject([
      200,
      [...chosen, { name: 'name', shown: false }, { name: 'extra', shown: false }],
    ]);
    expect(await fields()).toEqual((answer.body as FormFields).fields);
    await call('PATCH /fields', { fields: [] });
    expect((await fields()).map(({ name }) => name)).toEqual(['name', 'email', 'extra']);
  });

  it.each([
    {},
    { fields: [{ name: 'a', shown: true, width: 5 }] },
    {
      fields: [
        { name: 'a', shown: true },
        { name: 'a', shown: false },
      ],
    },
    { fields: Array.from({ length: 201 }, (_, n) => ({ name: `f${n}`, shown: true })) },
  ])('are not chosen by %j', async (body) => {
    expect((await call('PATCH /fields', body)).status).toBe(422);
  });
});

describe('saved views', () => {
  const filter = {
    q: 'invoice',
    status: 'open',
    tag: 'b2b',
    from: '2025-03-01',
    read: false,
    sort: 'name',
    order: 'asc',
  };
  const list = async () => ((await call('GET /views')).body as SavedViews).views;
  const save = async (name: string) => (await call('POST /views', { name, filter })).body as SavedView;

  it('are kept, changed and deleted', async () => {
    const created = await call('POST /views', { name: ' Open leads ', filter });
    expect([created.status, created.body]).toMatchObject([201, { name: 'Open leads', filter }]);
    const first = created.body as SavedView;
    const second = await save('Second');
    expect(await list()).toEqual([first, second]);
    expect((await call(`PATCH /views/${first.id}`, { name: 'Leads' })).body).toEqual({ ...first, name: 'Leads' });
    expect((await call(`PATCH /views/${first.id}`, { filter: { spam: true } })).body).toEqual({
      ...{ id: first.id, name: 'Leads', filter: { spam: true } },
    });
    expect((await call(`DELETE /views/${first.id}`)).status).toBe(204);
    expect(await list()).toEqual([second]);
    const events = await account.deps.database.prisma.auditEvent.findMany({ where: { userId: user.id } });
    const ofForm = events.filter(({ details }) => (details as { formId?: string }).formId === form.id);
    expect(ofForm.map(({ action }) => action).toSorted()).toEqual([
      ...['view.created', 'view.created', 'view.deleted', 'view.updated', 'view.updated'],
    ]);
  });

  it('are twenty at most, also where many are saved at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) => call('POST /views', { name: `View ${n}`, filter: {} })),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ body }) => (body as { code: string }).code)).toEqual(Array(4).fill('view_limit_reached'));
    expect(await list()).toHaveLength(20);
  });

  it('of another form are not found', async () => {
    const { id } = await save('Mine');
    const other = await buildForm(account.deps.database.prisma, { userId: user.id });
    for (const request of [`PATCH /views/${id}`, `DELETE /views/${id}`, 'DELETE /views/x']) {
      const answer = await call(request, request.startsWith('PATCH') ? { name: 'x' } : undefined, other);
      expect([answer.status, answer.body]).toMatchObject([404, { code: 'view_not_found' }]);
    }
  });

  it.each([
    { name: '', filter: {} },
    { name: 'x' },
    { name: 'x', filter: { folder: 'spam' } },
    { name: 'x', filter: { status: 'new' } },
  ])('are not made of %j', async (body) => {
    expect((await call('POST /views', body)).status).toBe(422);
  });
});

describe('a list sorted by a field', () => {
  const values = ['10', 9, 'apple', 'Banana', '-2.5', '', null, '1e400', 'cherry', '007', ['x'], 'x'.repeat(300)];
  const sorted = ['-2.5', '007', 9, '10', '1e400', ['x'], 'apple', 'Banana', 'cherry', 'x'.repeat(300)];
  const page = async (query: string) => {
    const answer = await call(`GET /submissions?sort=v${query}`);
    expect(answer.status).toBe(200);
    return answer.body as SubmissionPage;
  };
  const valuesOf = ({ submissions }: SubmissionPage) => submissions.map(({ data }) => data.v);

  it('has numbers first, then texts, and at its end those without a value', async () => {
    for (const v of values) await store({ v });
    await store({ other: 1 });
    const numbersOf = (list: readonly unknown[]) => list.slice(0, 4);
    expect(valuesOf(await page('&order=asc')).slice(0, 10)).toEqual(sorted);
    expect(numbersOf(valuesOf(await page('&order=desc')))).toEqual(['10', 9, '007', '-2.5']);
    expect(valuesOf(await page('')).slice(10)).toEqual([undefined, null, '']);
    expect(await page('&q=apple')).toMatchObject({ total: 1, totalIsExact: true });
  });

  it('is read in pages both ways, also where a row of the page before is gone', async () => {
    for (let n = 0; n < 20; n += 1) await store({ v: n % 7 });
    const whole = (await page('&order=asc')).submissions.map(({ id }) => id);
    const walked: string[] = [];
    let cursor: string | null = '';
    let last: SubmissionPage | undefined;
    while (cursor !== null) {
      last = await page(`&order=asc&limit=6${cursor && `&cursor=${cursor}`}`);
      walked.push(...last.submissions.map(({ id }) => id));
      cursor = last.nextCursor;
    }
    expect(walked).toEqual(whole);
    const back = await page(`&order=asc&limit=6&cursor=${last?.previousCursor}`);
    expect(back.submissions.map(({ id }) => id)).toEqual(whole.slice(12, 18));
    const first = await page('&order=asc&limit=6');
    await call(`DELETE /submissions/${whole[5]}`);
    const next = await page(`&order=asc&limit=6&cursor=${first.nextCursor}`);
    expect(next.submissions.length).toBe(6);
    expect((await call('GET /submissions?sort=v&cursor=x')).status).toBe(422);
  });

  it('is refused beyond 20,000 submissions, and not where a filter finds fewer', async () => {
    await account.deps.database.pool.query(
      `insert into submissions (id, form_id, data, created_at)
       select gen_random_uuid(), $1, '{"v":1}', timestamptz '2025-01-01' + n * interval '1 second' from generate_series(1, 20001) as n`,
      [form.id],
    );
    const answer = await call('GET /submissions?sort=v');
    expect([answer.status, answer.body]).toMatchObject([
      422,
      { code: 'too_many_to_sort', error: expect.stringContaining('20,000') },
    ]);
    expect(await page('&from=2025-01-01T00:00:02Z&limit=1')).toMatchObject({ total: 20_000 });
  });
});
