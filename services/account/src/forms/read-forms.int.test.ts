import { formListSchema } from '@inlet/contracts/forms';
import type { Form, User } from '@inlet/db/client';
import { buildForm } from '@inlet/testing/build-form';
import { buildUser } from '@inlet/testing/build-user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestAccount, type TestAccount } from '#account.test-setup.ts';

let account: TestAccount;
let user: User;
let token: string;
let foreign: Form;

beforeAll(async () => {
  account = await startTestAccount();
  const { prisma } = account.deps.database;
  user = await buildUser(prisma);
  token = await account.signIn(user);
  const stranger = await buildUser(prisma);
  foreign = await buildForm(prisma, { userId: stranger.id, name: 'Foreign 100%' });
  const forms = [
    { name: 'Contact', description: 'Questions about ÜBERGRÖSSEN' },
    { name: '100% cotton', description: null },
    { name: 'snake_case', description: 'a\\b' },
    { name: 'Newsletter', description: 'for the contact list' },
  ];
  for (const [day, form] of forms.entries()) {
    const createdAt = new Date(Date.UTC(2025, 2, day + 1));
    await buildForm(prisma, { userId: user.id, createdAt, ...form });
  }
});
afterAll(() => account.close());

const list = async (query = '') => {
  const answer = await account.call(`GET /api/v1/forms${query}`, { token });
  expect(answer.status).toBe(200);
  return formListSchema.strict().parse(answer.body).forms;
};
const namesFor = async (query: string) => (await list(query)).map(({ name }) => name);
const searching = (text: string) => namesFor(`?q=${encodeURIComponent(text)}`);

/** The ids of the forms on each page of a list, from the first to the last. */
async function walk(ownToken: string, query: string): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const at: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const answer = await account.call(`GET /api/v1/forms?${query}${at}`, { token: ownToken });
    const page = formListSchema.strict().parse(answer.body);
    pages.push(page.forms.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  return pages;
}

describe('the list of forms', () => {
  it('shows the account’s own, newest first', async () => {
    expect(await namesFor('')).toEqual(['Newsletter', 'snake_case', '100% cotton', 'Contact']);
  });

  it('shows what each form holds', async () => {
    const { prisma } = account.deps.database;
    const owner = await buildUser(prisma);
    const [busy, empty] = [
      await buildForm(prisma, { userId: owner.id }),
      await buildForm(prisma, { userId: owner.id }),
    ];
    const lastSubmissionAt = new Date('2025-03-05T08:00:00Z');
    await prisma.formTotal.create({ data: { formId: busy.id, submissionCount: 42, lastSubmissionAt } });
    const answer = await account.call('GET /api/v1/forms', { token: await account.signIn(owner) });
    const { forms } = formListSchema.parse(answer.body);
    const counts = new Map(forms.map((form) => [form.id, [form.submissionCount, form.lastSubmissionAt]]));
    expect(counts.get(busy.id)).toEqual([42, '2025-03-05T08:00:00.000Z']);
    expect(counts.get(empty.id)).toEqual([0, null]);
  });

  it('has the submissions of the last thirty days where that is asked for', async () => {
    const { prisma } = account.deps.database;
    const owner = await buildUser(prisma);
    const own = await buildForm(prisma, { userId: owner.id });
    const ownToken = await account.signIn(owner);
    for (const [daysAgo, submissionCount] of [
      [0, 3],
      [29, 5],
      [30, 7],
    ] as const) {
      const day = new Date(Date.now() - daysAgo * 86_400_000);
      await prisma.dailyFormCounter.create({ data: { formId: own.id, day, submissionCount } });
    }
    const read = async (query: string) => {
      const answer = await account.call(`GET /api/v1/forms${query}`, { token: ownToken });
      return formListSchema.parse(answer.body).forms[0]?.sparkline;
    };
    expect(await read('?sparkline=true')).toEqual([5, ...Array(28).fill(0), 3]);
    expect(await read('')).toBeUndefined();
  });

  it('counts what is unread among the newest of each inbox where that is asked for', async () => {
    const { prisma, pool } = account.deps.database;
    const owner = await buildUser(prisma);
    const readBefore = new Date('2025-03-05T08:00:00Z');
    const [busy, worked, read] = [
      await buildForm(prisma, { userId: owner.id, name: 'busy' }),
      await buildForm(prisma, { userId: owner.id, name: 'worked', readBefore }),
      await buildForm(prisma, { userId: owner.id, name: 'read', readBefore: new Date() }),
    ];
    const receive = (form: Form, count: number, createdAt: Date, isSpam = false) =>
      pool.query(
        `insert into submissions (id, form_id, data, created_at, is_spam)
         select gen_random_uuid(), $1, '{}', $2, $3 from generate_series(1, $4::int) returning id`,
        [form.id, createdAt, isSpam, count],
      );
    await receive(busy, 101, readBefore);
    await receive(busy, 5, new Date(), true);
    const { rows: old } = await receive(worked, 3, new Date('2025-03-04T08:00:00Z'));
    const { rows: later } = await receive(worked, 4, readBefore);
    await receive(read, 9, readBefore);
    for (const [submissionId, isRead] of [
      [old[0].id, false],
      [later[0].id, true],
    ]) {
      await prisma.submissionState.create({
        data: { submissionId, formId: worked.id, receivedAt: readBefore, isRead },
      });
    }
    const ownToken = await account.signIn(owner);
    const unreadFor = async (query: string) => {
      const answer = await account.call(`GET /api/v1/forms${query}`, { token: ownToken });
      return formListSchema.parse(answer.body).forms.map(({ name, unread }) => [name, unread]);
    };
    expect(new Map((await unreadFor('?unread=true')) as [string, number][])).toEqual(
      new Map([
        ['busy', 100],
        ['worked', 4],
        ['read', 0],
      ]),
    );
    expect((await unreadFor('?unread=false')).map(([, unread]) => unread)).toEqual([undefined, undefined, undefined]);
  });

  it('orders forms of the same moment in the same way every time', async () => {
    const { prisma } = account.deps.database;
    const owner = await buildUser(prisma);
    const createdAt = new Date('2025-03-05T08:00:00Z');
    const forms = await Promise.all(
      Array.from({ length: 6 }, () => buildForm(prisma, { userId: owner.id, createdAt })),
    );
    const answer = await account.call('GET /api/v1/forms', { token: await account.signIn(owner) });
    const ids = formListSchema.parse(answer.body).forms.map(({ id }) => id);
    expect(ids).toEqual(
      forms
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
  });

  it('is searched by name and description, in any case', async () => {
    expect(await searching('CONTACT')).toEqual(['Newsletter', 'Contact']);
    expect(await searching('übergrössen')).toEqual(['Contact']);
    expect(await searching('  cotton ')).toEqual(['100% cotton']);
    expect(await searching('nothing like it')).toEqual([]);
  });

  it('takes %, _ and \\ in a search as themselves', async () => {
    expect(await searching('%')).toEqual(['100% cotton']);
    expect(await searching('_')).toEqual(['snake_case']);
    expect(await searching('\\')).toEqual(['snake_case']);
    expect(await searching('0%c')).toEqual([]);
    expect(await searching("' or '1'='1")).toEqual([]);
  });

  it('is as long as asked for', async () => {
    expect(await namesFor('?limit=2')).toEqual(['Newsletter', 'snake_case']);
    expect(await namesFor('?limit=200&q=')).toHaveLength(4);
  });

  it('goes on behind the last form of a page, also where many were made in one moment', async () => {
    const { prisma } = account.deps.database;
    const owner = await buildUser(prisma);
    const createdAt = new Date('2025-03-05T08:00:00Z');
    for (const name of ['a', 'b', 'a', 'a', 'a']) await buildForm(prisma, { userId: owner.id, name, createdAt });
    const ownToken = await account.signIn(owner);
    const [all] = await walk(ownToken, 'limit=200');
    expect(all).toHaveLength(5);
    const pages = await walk(ownToken, 'limit=2');
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
    expect(pages.flat()).toEqual(all);
    expect((await walk(ownToken, 'limit=2&q=a')).map(({ length }) => length)).toEqual([2, 2]);
    const wrong = await account.call('GET /api/v1/forms?cursor=nowhere', { token: ownToken });
    expect([wrong.status, wrong.body]).toMatchObject([422, { code: 'invalid_cursor' }]);
  });

  it('ends a page before its limit where the forms are large, and has each form once', async () => {
    const { prisma } = account.deps.database;
    const owner = await buildUser(prisma);
    const allowedOrigins = Array.from({ length: 100 }, (_, n) => `https://${n}${'x'.repeat(280)}.example`);
    const made = await Promise.all(
      Array.from({ length: 80 }, () => buildForm(prisma, { userId: owner.id, allowedOrigins })),
    );
    const pages = await walk(await account.signIn(owner), 'limit=200');
    expect(pages.map(({ length }) => length)).toEqual([64, 16]);
    expect(pages.flat().toSorted()).toEqual(made.map(({ id }) => id).toSorted());
  });

  it.each(['limit=0', 'limit=201', 'limit=-1', 'limit=1.5', 'limit=', 'limit=x', `q=${'x'.repeat(201)}`, 'q=a&q=b'])(
    'refuses %s',
    async (query) => {
      const answer = await account.call(`GET /api/v1/forms?${query}`, { token });
      expect([answer.status, answer.body]).toMatchObject([422, { code: 'invalid_input' }]);
    },
  );
});

describe('one form', () => {
  it('is shown to its owner', async () => {
    const [newest] = await list('?limit=1');
    const answer = await account.call(`GET /api/v1/forms/${newest?.id}`, { token });
    expect([answer.status, answer.body]).toEqual([200, newest]);
  });

  it('of another account gets the same response as an unknown form', async () => {
    const absent = await account.call('GET /api/v1/forms/01890000-0000-7000-8000-000000000001', { token });
    const others = await account.call(`GET /api/v1/forms/${foreign.id}`, { token });
    expect(absent.status).toBe(404);
    expect(absent.body).toEqual({ error: 'Form not found', code: 'form_not_found' });
    expect([others.status, others.text]).toEqual([absent.status, absent.text]);
  });

  it.each(['1', 'x', 'undefined', '\0', '01890000-0000-7000-8000-00000000000', "'; drop table forms"])(
    'is not found under %s',
    async (id) => {
      const answer = await account.call(`GET /api/v1/forms/${encodeURIComponent(id)}`, { token });
      expect([answer.status, answer.body]).toMatchObject([404, { code: 'form_not_found' }]);
    },
  );
});
