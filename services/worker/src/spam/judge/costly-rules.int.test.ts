import { blockListMax } from '@inlet/contracts/spam';
import { hashText } from '@inlet/spam/tokens';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createJudge } from '#spam/judge/create-judge.ts';
import { ownRulesMaxMs, threadMs } from '#spam/judge/rules-budget.ts';
import { openSpamTest, type SpamTest } from '#spam.test-setup.ts';

let test: SpamTest;

beforeAll(async () => {
  test = await openSpamTest();
});
afterAll(() => test.close());

/** A form with a filter that knows `pills` only from spam. */
async function formWithFilter() {
  const form = await test.addForm({ blockList: ['casino'] });
  const { userId } = form;
  const { prisma } = test.owner;
  await prisma.spamModel.create({ data: { userId, spamCount: 50, goodCount: 50 } });
  await prisma.spamToken.create({ data: { userId, token: hashText('pills', 1), spamCount: 50, goodCount: 0 } });
  return form;
}

it.each([
  ['within the budget', ownRulesMaxMs, ['learned']],
  ['beyond the budget', ownRulesMaxMs + 1, ['unfinished']],
])('checks of a form that cost as much as is %s', async (_what, costMs, names) => {
  const form = await formWithFilter();
  // The first reading is for the slices, and each check reads the clock before and after it: the block list is the
  // first check.
  let looks = 0;
  const judge = createJudge(test.deps.pool, () => {
    looks += 1;
    return looks < 3 ? 0 : costMs;
  });
  const one = test.submission(form, { message: 'pills' });
  const judgement = (await judge([one])).get(one);
  expect(judgement?.verdict.reasons.map(({ name }) => name)).toEqual(names);
});

it('a submission of one account is stored while long texts meet the longest block list of another', async () => {
  const entries = Array.from({ length: blockListMax }, (_, at) => 'a'.repeat(2 + (at % 198)));
  const [hostile, honest] = [await test.addForm({ blockList: entries, akismet: true }), await test.addForm()];
  const floods = [0, 1, 2, 3].map((job) =>
    Array.from({ length: 20 }, (_, at) => test.submission(hostile, { message: 'a'.repeat(19_900), at: job * 20 + at })),
  );
  const before = threadMs();
  const deliveries = floods.map((flood, job) => test.deliver(flood, `flood ${job}`));
  const one = test.submission(honest, { message: 'Hello' });
  await test.deliver([one], 'honest');
  expect(await test.read(one.id)).toMatchObject({ isSpam: false });
  await Promise.all(deliveries);
  // One reading for each entry took some 0.8 s for each of the 80 texts.
  expect(threadMs() - before).toBeLessThan(8_000);
  expect(await test.countersOf(hostile)).toMatchObject({ inbox: 80 });
});
