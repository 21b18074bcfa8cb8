import { submissionPageSchema } from '@inlet/contracts/submissions';
import type { Form } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { smallFormRows } from '#inbox/search/find-submissions.ts';

const rowCount = 1_200;

let account: TestAccount;
let token: string;
let form: Form;

beforeAll(async () => {
  account = await startTestAccount();
  const { prisma, pool } = account.deps.database;
  const user = await buildUser(prisma);
  token = await account.signIn(user);
  form = await buildForm(prisma, { userId: user.id });
  await pool.query(
    `insert into submissions (id, form_id, data, origin, created_at)
     select gen_random_uuid(), $1, json_build_object('n', n, 'name', case when n % 3 = 0 then 'García' else 'Smith' end),
       'https://example.com', timestamptz '2025-03-05' + n * interval '1 second'
     from generate_series(1, $2::int) as n`,
    [form.id, rowCount],
  );
  // This simulates many more submissions than a test can store.
  await prisma.formTotal.create({ data: { formId: form.id, submissionCount: 2 * smallFormRows } });
});
afterAll(() => account.close());

async function page(query: string) {
  const answer = await account.call(`GET /api/v1/forms/${form.id}/submissions?${query}`, { token });
  return submissionPageSchema.strict().parse(answer.body);
}

it('counts what a search finds, and takes the number along', async () => {
  const first = await page('q=garcia&limit=150');
  expect([first.submissions.length, first.total, first.totalIsExact]).toEqual([150, 400, true]);
  const second = await page(`q=garcia&limit=150&cursor=${first.nextCursor}`);
  expect([second.total, second.totalIsExact]).toEqual([400, true]);
  const third = await page(`q=garcia&limit=150&cursor=${second.nextCursor}`);
  expect([third.submissions.length, third.nextCursor]).toEqual([100, null]);
  const all = [first, second, third].flatMap(({ submissions }) => submissions);
  expect(new Set(all.map(({ id }) => id)).size).toBe(400);
  expect((await page(`q=garcia&limit=150&cursor=${third.previousCursor}`)).submissions).toEqual(second.submissions);
});

it('counts up to 1,000', async () => {
  for (const query of ['q=name', 'origin=https://example.com', 'from=2025-01-01']) {
    const { total, totalIsExact } = await page(`${query}&limit=1`);
    expect([total, totalIsExact]).toEqual([1_000, false]);
  }
  const dated = await page('to=2025-03-05T00:01:00Z&limit=10');
  expect([dated.total, dated.totalIsExact]).toEqual([59, true]);
  const everything = await page('limit=1');
  expect([everything.total, everything.totalIsExact]).toEqual([2 * smallFormRows, true]);
});

it('says how far the search of a large form has looked, and asks for an index', async () => {
  const { search } = await page('q=smith%20name:nobody');
  expect(search).toEqual({ isComplete: true, searchedBack: null, progress: 0 });
  expect((await page('limit=1')).search).toBeUndefined();
  const fill = await account.deps.database.prisma.searchFill.findUnique({ where: { formId: form.id } });
  expect(fill?.filledAt).toBeNull();
});
