import { spamWordDaysMax } from '@inlet/contracts/retention';
import type { Form } from '@inlet/db/client';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { startBackgroundWork } from '@inlet/process/background-work';
import { createLogger } from '@inlet/process/logger';
import { buildSubmission } from '@inlet/testing/build-submission';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { backgroundWork } from '#background-work.ts';
import { learnSome } from '#spam/learn/learn-lessons.ts';
import { forgetTokens } from '#spam/learn/lessons.store.ts';
import { openSpamTest, type SpamTest } from '#spam.test-setup.ts';

let test: SpamTest;

beforeAll(async () => {
  test = await openSpamTest();
});
afterAll(() => test.close());

/** Marks a submission as account does. */
async function mark({ id: formId, userId }: Form, submissionId: string, isSpam: boolean): Promise<void> {
  const { prisma } = test.owner;
  await prisma.spamModel.upsert({ where: { userId }, create: { userId }, update: {} });
  const data = { isSpam, isLearned: false };
  const create = { submissionId, formId, userId, ...data };
  await prisma.spamLesson.upsert({ where: { submissionId }, create, update: data });
}

async function markNew(form: Form, message: string, isSpam: boolean): Promise<string> {
  const { id } = await buildSubmission(test.owner.prisma, { formId: form.id, data: { message } });
  await mark(form, id, isSpam);
  return id;
}

async function learnAll(): Promise<void> {
  while ((await learnSome(test.deps.pool)) > 0);
}

const modelOf = async ({ userId }: Form) => {
  const { spamCount, goodCount } = await test.owner.prisma.spamModel.findUniqueOrThrow({ where: { userId } });
  return [spamCount, goodCount];
};
const tokensOf = ({ userId }: Form) =>
  test.owner.prisma.spamToken.findMany({ where: { userId }, orderBy: { token: 'asc' } });

describe('the filter of an account', () => {
  it('counts each mark once, and takes one back that its owner changed', async () => {
    const form = await test.addForm();
    const ids = [await markNew(form, 'cheap watches', true), await markNew(form, 'cheap chairs', false)];
    await learnAll();
    expect(await modelOf(form)).toEqual([1, 1]);
    expect((await tokensOf(form)).map(({ spamCount, goodCount }) => spamCount + goodCount).sort()).toEqual([
      1, 1, 1, 1, 2,
    ]);

    await mark(form, ids[0] ?? '', false);
    await learnAll();
    expect(await modelOf(form)).toEqual([0, 2]);
    expect((await tokensOf(form)).every(({ spamCount }) => spamCount === 0)).toBe(true);

    await mark(form, ids[0] ?? '', true);
    await learnAll();
    expect(await modelOf(form)).toEqual([1, 1]);
  });

  it('forgets a mark whose submission is gone', async () => {
    const form = await test.addForm();
    const id = await markNew(form, 'gone', true);
    await test.owner.prisma.submission.delete({ where: { id } });
    await learnAll();
    expect(await modelOf(form)).toEqual([0, 0]);
    expect(await test.owner.prisma.spamLesson.count({ where: { formId: form.id } })).toBe(0);
  });

  it('learns while marks of an account that is gone wait, and while another worker has the oldest', async () => {
    const [gone, busy, form] = [await test.addForm(), await test.addForm(), await test.addForm()];
    for (const each of [gone, busy, form]) await markNew(each, 'text', true);
    await test.owner.prisma.user.delete({ where: { id: gone.userId } });
    await test.owner.prisma.$transaction(async (tx) => {
      await tx.$queryRaw`select from spam_models where user_id = ${busy.userId}::uuid for update`;
      await learnAll();
    });
    expect([await modelOf(busy), await modelOf(form)]).toEqual([
      [0, 0],
      [1, 0],
    ]);
    await learnAll();
    expect(await modelOf(busy)).toEqual([1, 0]);
    await test.owner.prisma.spamLesson.deleteMany({ where: { userId: gone.userId } });
  });

  it('counts each mark once by several workers side by side', async () => {
    const form = await test.addForm();
    for (let n = 0; n < 30; n += 1) await markNew(form, `text ${n}`, n % 2 === 0);
    const logger = createLogger({ service: 'test', level: 'silent' });
    for (let n = 0; n < 3; n += 1)
      onTestFinished(startBackgroundWork({ row: backgroundWork.lessons }, { pool: test.deps.pool, logger }).close);
    await waitUntil(async () => (await test.owner.prisma.spamLesson.count({ where: { isLearned: false } })) === 0);
    expect(await modelOf(form)).toEqual([15, 15]);
  });

  it('forgets words that no marked submission has had for long', async () => {
    const form = await test.addForm();
    await markNew(form, 'cheap watches', true);
    await learnAll();
    const { pool, prisma } = test.owner;
    const words = (await tokensOf(form)).length;
    const age = `update spam_tokens set learned_on = current_date - $2::int where user_id = $1`;
    await pool.query(age, [form.userId, spamWordDaysMax]);
    await markNew(form, 'cheap chairs', true);
    await pool.query(`${age} and token = (select min(token) from spam_tokens where user_id = $1)`, [
      form.userId,
      spamWordDaysMax + 1,
    ]);
    expect(await forgetTokens(test.deps.pool, 100)).toBe(1);
    expect(await prisma.spamToken.count({ where: { userId: form.userId } })).toBe(words - 1);
    // A word that occurs again counts as new.
    await learnAll();
    await pool.query(`${age} and learned_on < current_date`, [form.userId, spamWordDaysMax + 1]);
    await forgetTokens(test.deps.pool, 100);
    expect((await tokensOf(form)).map(({ spamCount }) => spamCount)).toContain(2);
  });

  it('judges from twenty marks of each kind on, and only its own account', async () => {
    const [form, other] = [await test.addForm(), await test.addForm()];
    for (let n = 0; n < 20; n += 1) {
      await markNew(form, `Cheap backlinks and SEO rank number ${n} for your website`, true);
      if (n < 19) await markNew(form, `Could you send me a quote for ${n} chairs?`, false);
    }
    await learnAll();
    const send = async (of: Form, name: string) => {
      const one = test.submission(
        of,
        { message: `We have cheap backlinks for your website, ${name}` },
        { spamVersion: 0 },
      );
      await test.deliver([one], name);
      return test.read(one.id);
    };
    expect(await send(form, 'before')).toMatchObject({ isSpam: false, spam: null });

    await markNew(form, 'Could you send me a quote for 20 chairs?', false);
    await learnAll();
    await waitUntil(async () => (await send(form, `after ${Math.random()}`)).isSpam, {
      what: 'the copy of the worker to age',
    });
    const caught = await send(form, 'at last');
    expect(caught.spam).toMatchObject({ reasons: [{ name: 'learned' }] });
    expect(await send(other, 'other')).toMatchObject({ isSpam: false, spam: null });
    const good = test.submission(form, { message: 'Could you send me a quote for two chairs?' }, { spamVersion: 0 });
    await test.deliver([good], 'good');
    expect(await test.read(good.id)).toMatchObject({ isSpam: false, spam: null });
  });
});
