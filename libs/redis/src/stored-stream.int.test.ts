import { randomUUID } from 'node:crypto';
import { openTestRedis } from '@inlet/testing/open-test-redis';
import { describe, expect, it } from 'vitest';
import { announceStored, parseStored, type StoredSubmission } from '#stored-stream.ts';

const [one, other] = [randomUUID(), randomUUID()];
const of = (formId: string, count = 1): StoredSubmission[] =>
  Array.from({ length: count }, () => ({ id: randomUUID(), formId }));
const idsOf = (submissions: readonly StoredSubmission[]) => submissions.map(({ id }) => id);

async function openStream() {
  const { redis, keys } = await openTestRedis();
  return {
    announce: (submissions: readonly StoredSubmission[]) => announceStored(redis, keys, submissions),
    entries: async () => {
      const entries = await redis.xrange(keys.stored, '-', '+');
      return entries.map(([position, fields]) => parseStored(position, fields));
    },
    length: () => redis.xlen(keys.stored),
  };
}

describe('the stream of what was stored', () => {
  it('names the submissions of a batch by their forms, in one entry', async () => {
    const { announce, entries } = await openStream();
    const [a, b, c] = [of(one), of(other), of(one)];
    await announce([...a, ...b, ...c]);
    expect(await entries()).toEqual([
      {
        position: expect.stringMatching(/^\d+-\d+$/),
        forms: [
          { formId: one, ids: idsOf([...a, ...c]) },
          { formId: other, ids: idsOf(b) },
        ],
      },
    ]);
  });

  it('names twenty of a form, and does not name more than that', async () => {
    const { announce, entries } = await openStream();
    const [few, many] = [of(one, 20), of(other, 21)];
    await announce([...many, ...few]);
    expect((await entries())[0]?.forms).toEqual([
      { formId: other, ids: null },
      { formId: one, ids: idsOf(few) },
    ]);
  });

  it('is silent about nothing', async () => {
    const { announce, length } = await openStream();
    await announce([]);
    expect(await length()).toBe(0);
  });

  it('keeps the newest ones and not all of them', async () => {
    const { announce, entries, length } = await openStream();
    for (let n = 0; n < 15; n += 1) await Promise.all(Array.from({ length: 100 }, () => announce(of(one))));
    const last = of(other);
    await announce(last);
    expect(await length()).toBeGreaterThanOrEqual(1_000);
    expect(await length()).toBeLessThan(1_200);
    expect((await entries()).at(-1)?.forms).toEqual([{ formId: other, ids: idsOf(last) }]);
  });

  it('keeps fewer of large ones', async () => {
    const { announce, length } = await openStream();
    const large = Array.from({ length: 150 }, () => of(randomUUID(), 20)).flat();
    for (let n = 0; n < 350; n += 1) await announce(large);
    expect(await length()).toBeGreaterThanOrEqual(300);
    expect(await length()).toBeLessThan(345);
  });

  it.each([
    ['no JSON', ['forms', '[']],
    ['no list of forms', ['forms', '{"a":1}']],
    ['an id that is none', ['forms', `[["${one}",["1; drop"]]]`]],
    ['nothing', []],
  ])('takes what holds %s for no announcement', (_what, fields) => {
    expect(parseStored('1-0', fields)).toBeNull();
  });
});
