import { type SubmissionPage, submissionPageSchema } from '@inlet/contracts/submissions';
import type { Form } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';
import { startAccountProcess } from '#account-process.test-setup.ts';
import { indexAllBut } from '#inbox/search/index-all.test-setup.ts';

/** A submission of 0.9 MB; several pages are full of them. */
const letters = 900_000;
const rowCount = 7;

let account: TestAccount;
let token: string;
let form: Form;
/** A form with 54 MB. */
let large: Form;

beforeAll(async () => {
  account = await startTestAccount();
  const { prisma, pool } = account.deps.database;
  const user = await buildUser(prisma);
  token = await account.signIn(user);
  form = await buildForm(prisma, { userId: user.id });
  large = await buildForm(prisma, { userId: user.id });
  const fill = (formId: string, rows: number) =>
    pool.query(
      `insert into submissions (id, form_id, data, origin, created_at, is_spam)
     select gen_random_uuid(), $1, json_build_object('n', n, 'nested', json_build_array(repeat('x', $2))),
       'https://example.com', timestamptz '2025-03-05' + n * interval '1 second', is_spam
     from generate_series(1, $3) as n, unnest(array[false, true]) as is_spam`,
      [formId, letters, rows],
    );
  await fill(form.id, rowCount);
  await fill(large.id, 60);
});
afterAll(() => account.close());

const valueIn = (data: Record<string, unknown>) => (data.nested as [string])[0];

/** Every page from the first to the last. */
async function walk(query: string): Promise<{ page: SubmissionPage; bytes: number }[]> {
  const pages: { page: SubmissionPage; bytes: number }[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const at: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const answer = await account.call(`GET /api/v1/forms/${form.id}/submissions?${query}${at}`, { token });
    const page = submissionPageSchema.strict().parse(answer.body);
    pages.push({ page, bytes: answer.text.length });
    cursor = page.nextCursor;
  }
  return pages;
}

const expected = Array.from({ length: rowCount }, (_, n) => rowCount - n);

describe.each(['limit=60', 'limit=60&spam=true', 'limit=60&q=xxxx', 'limit=60&spam=true&origin=https://example.com'])(
  'a list of large submissions, asked for with %s',
  (query) => {
    it('has every row once, with long values cut', async () => {
      const rows = (await walk(query)).flatMap(({ page }) => page.submissions);
      expect(rows.map(({ data }) => data.n)).toEqual(expected);
      for (const { data, isTruncated } of rows) {
        expect(valueIn(data)).toBe('x'.repeat(2_000));
        expect(isTruncated).toBe(true);
      }
    });

    it('has every row once with whole values, in pages that end by their size', async () => {
      const pages = await walk(`${query}&full=true`);
      const rows = pages.flatMap(({ page }) => page.submissions);
      expect(rows.map(({ data }) => data.n)).toEqual(expected);
      expect(rows.every(({ data, isTruncated }) => valueIn(data).length === letters && !isTruncated)).toBe(true);
      expect(Math.max(...pages.map(({ bytes }) => bytes))).toBeLessThan(2_001_000);
    });
  },
);

describe('large submissions', () => {
  it('are listed backwards in the same pages', async () => {
    const last = (await walk('limit=60')).at(-1)?.page;
    let cursor = last?.previousCursor ?? null;
    const numbers = last?.submissions.map(({ data }) => data.n) ?? [];
    while (cursor !== null) {
      const answer = await account.call(
        `GET /api/v1/forms/${form.id}/submissions?limit=60&full=true&cursor=${cursor}`,
        {
          token,
        },
      );
      const page = submissionPageSchema.parse(answer.body);
      numbers.unshift(...page.submissions.map(({ data }) => data.n));
      cursor = page.previousCursor;
    }
    expect(numbers).toEqual(expected);
  });

  it('are found whole by the index of the search as well', async () => {
    const { pool } = account.deps.database;
    await indexAllBut(pool, form.id, 0);
    onTestFinished(() => pool.query('delete from search_fills where form_id = $1', [form.id]).then(() => undefined));
    onTestFinished(() => pool.query('delete from search_texts where form_id = $1', [form.id]).then(() => undefined));
    const rows = (await walk('limit=60&q=xxxx&full=true')).flatMap(({ page }) => page.submissions);
    expect(rows.map(({ data }) => data.n)).toEqual(expected);
  });

  it('are whole where one is read, and where it is marked', async () => {
    const [first] = (await walk('limit=1')).flatMap(({ page }) => page.submissions);
    const path = `/api/v1/forms/${form.id}/submissions/${first?.id}`;
    const [read, marked] = [
      await account.call(`GET ${path}`, { token }),
      await account.call(`PATCH ${path}`, { token, body: { isSpam: false } }),
    ];
    for (const { body } of [read, marked]) {
      expect(body).not.toHaveProperty('isTruncated');
      expect(valueIn((body as { data: Record<string, unknown> }).data).length).toBe(letters);
    }
  });

  it.each(['', '&full=true'])('cost one list of 54 MB little memory%s', async (full) => {
    const service = await startAccountProcess(account.env);
    onTestFinished(service.stop);
    const ask = async (query: string) => {
      const answer = await fetch(`${service.url}/api/v1/forms/${large.id}/submissions?${query}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(answer.status).toBe(200);
      return (await answer.arrayBuffer()).byteLength;
    };
    await ask('limit=1');
    let bytes = 0;
    const growth = await service.growthOf(async () => {
      bytes = await ask(`limit=60${full}`);
    });
    expect(bytes).toBeLessThan(12_000_000);
    expect(growth).toBeLessThan(120);
  });
});
