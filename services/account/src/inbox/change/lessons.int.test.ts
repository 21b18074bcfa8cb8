import { formEntrySchema } from '@inlet/contracts/form-directory';
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
});
afterAll(() => account.close());
beforeEach(async () => {
  const { prisma } = account.deps.database;
  user = await buildUser(prisma);
  token = await account.signIn(user);
  form = await buildForm(prisma, { userId: user.id });
});

const add = async (message = 'Hello', of = form) =>
  (await buildSubmission(account.deps.database.prisma, { formId: of.id, data: { message } })).id;
const mark = (ids: readonly string[], isSpam: boolean) =>
  account.call(`POST /api/v1/forms/${form.id}/submissions/mark`, { token, body: { ids, isSpam } });
const lessons = () =>
  account.deps.database.prisma.spamLesson.findMany({
    where: { formId: form.id },
    select: { submissionId: true, isSpam: true, isLearned: true },
  });
const learned = (submissionId: string, learnedSpam: boolean) =>
  account.deps.database.prisma.spamLesson.update({ where: { submissionId }, data: { isLearned: true, learnedSpam } });

describe('a mark', () => {
  it('is a lesson, also for a submission that stays where it is', async () => {
    const [spam, good] = [await add(), await add()];
    expect((await mark([spam], true)).body).toEqual({ count: 1 });
    expect((await mark([good], false)).body).toEqual({ count: 0 });
    expect(await lessons()).toEqual([
      { submissionId: spam, isSpam: true, isLearned: false },
      { submissionId: good, isSpam: false, isLearned: false },
    ]);
  });

  it('that says the same again teaches nothing more, and one that was taken back nothing at all', async () => {
    const id = await add();
    await mark([id], true);
    await learned(id, true);
    await mark([id], true);
    expect(await lessons()).toMatchObject([{ isSpam: true, isLearned: true }]);
    await mark([id], false);
    expect(await lessons()).toMatchObject([{ isSpam: false, isLearned: false }]);
    await mark([id], true);
    expect(await lessons()).toMatchObject([{ isSpam: true, isLearned: true }]);
  });

  it('takes the doubt from a good submission, and leaves its score', async () => {
    const { prisma } = account.deps.database;
    const [id, other] = [await add(), await add()];
    const spam = { score: 0.93, reasons: [{ name: 'links', points: 0.93 }], isFlagged: true };
    await prisma.submission.updateMany({ where: { formId: form.id }, data: { spam } });
    await mark([id], false);
    const read = async (sid: string) =>
      (await account.call(`GET /api/v1/forms/${form.id}/submissions/${sid}`, { token })).body;
    expect(await read(id)).toMatchObject({ spam: { ...spam, isFlagged: false } });
    expect(await read(other)).toMatchObject({ spam });
  });

  it('of another account’s submission does not count', async () => {
    const { prisma } = account.deps.database;
    const other = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
    await mark([await add('Hello', other)], true);
    expect(await lessons()).toEqual([]);
  });

  it('tells ingest that the account has a filter, once', async () => {
    const entry = async () => {
      const text = await account.deps.redis.get(account.keys.form(form.endpointId));
      return text === null ? null : formEntrySchema.parse(JSON.parse(text));
    };
    const id = await add();
    await mark([id], true);
    expect((await entry())?.spam).toEqual({ version: 0, captcha: null, akismet: false });
    await account.deps.redis.del(account.keys.form(form.endpointId));
    await mark([id], false);
    expect(await entry()).toBeNull();
  });
});

describe('similar submissions', () => {
  const similar = (id: string) => account.call(`GET /api/v1/forms/${form.id}/submissions/${id}/similar`, { token });
  const text = (n: number) => `Cheap backlinks and SEO rank number ${n} for your website`;

  it('are those in the inbox whose words are mostly the same', async () => {
    const [one, two, three, spam] = [
      await add(text(1)),
      await add(text(2)),
      await add('A question'),
      await add(text(3)),
    ];
    await mark([spam], true);
    expect((await similar(one)).body).toEqual({ ids: [two] });
    expect((await similar(spam)).body).toEqual({ ids: expect.arrayContaining([one, two]) });
    expect((await similar(three)).body).toEqual({ ids: [] });
  });

  it('are none of one that is too large to be compared, even where all words are the same', async () => {
    const [fits, twin] = [`${text(4)} ${'seo '.repeat(1_900)}`, `${text(4)} ${'seo '.repeat(2_100)}`];
    const [one, two] = [await add(fits), await add(fits)];
    await add(twin);
    const large = await add(twin);
    expect((await similar(one)).body).toEqual({ ids: [two] });
    expect((await similar(large)).body).toEqual({ ids: [] });
  });

  it('of an unknown one are not found', async () => {
    const { prisma } = account.deps.database;
    const other = await buildForm(prisma, { userId: (await buildUser(prisma)).id });
    for (const id of ['nonsense', user.id, await add('Hello', other)]) expect((await similar(id)).status).toBe(404);
  });
});
