import { packBatch } from '@inlet/submissions/batch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSpamTest, type SpamTest } from '#spam.test-setup.ts';

let test: SpamTest;

beforeAll(async () => {
  test = await openSpamTest();
});
afterAll(() => test.close());

const onlySpam = { inbox: 0, spam: 1, days: 0, origins: 0, month: 0 };

describe('a submission', () => {
  it('with nothing wrong has no verdict', async () => {
    const form = await test.addForm();
    const one = test.submission(form, { message: 'Hello' }, { spamVersion: undefined });
    await test.deliver([one], 'good');
    expect(await test.read(one.id)).toMatchObject({ isSpam: false, spam: null, checkingSince: null });
  });

  it('that filled in the honeypot has this reason', async () => {
    const form = await test.addForm();
    const one = test.submission(form, { message: 'Hello' }, { isSpam: true, spamVersion: undefined });
    await test.deliver([one], 'honeypot');
    const spam = { score: 1, reasons: [{ name: 'honeypot', points: 1 }], isFlagged: false };
    expect(await test.read(one.id)).toMatchObject({ isSpam: true, spam });
  });

  it('that looks suspicious is flagged, and stays in the inbox', async () => {
    const form = await test.addForm({ threshold: 0.9 });
    const one = test.submission(form, { name: 'sPZkTqmWbNcR', email: 'me@sub.mailinator.com', more: '[url=x]' });
    await test.deliver([one], 'flagged');
    expect(await test.read(one.id)).toMatchObject({ isSpam: false, spam: { score: 0.833, isFlagged: true } });
  });

  it('with a blocked word is spam: it does not count, and its quota is returned', async () => {
    const form = await test.addForm({ blockList: ['casino'] });
    await test.setUsed(form, 5);
    const one = test.submission(form, { message: 'A Casino for you' });
    await test.deliver([one], 'blocked');
    expect(await test.read(one.id)).toMatchObject({
      isSpam: true,
      spam: { score: 1, reasons: [{ name: 'blocked', points: 1 }] },
    });
    expect(await test.countersOf(form)).toEqual(onlySpam);
    expect(await test.used(form)).toBe(4);
    expect(await test.changesOf(form)).toEqual(['spam']);
  });

  it('with a blocked word in its subject or its reply address is spam', async () => {
    const form = await test.addForm({ blockList: ['casino', 'spam.example'] });
    const [one, two] = [
      test.submission(form, { message: 'Hello' }, { subject: 'Casino' }),
      test.submission(form, { message: 'Hello there' }, { replyTo: 'me@spam.example' }),
    ] as const;
    await test.deliver([one, two], 'blocked-option');
    for (const { id } of [one, two]) expect(await test.read(id)).toMatchObject({ isSpam: true });
  });

  it('is judged by the settings that its version names, however fresh the worker’s copy is', async () => {
    const form = await test.addForm({ blockList: ['casino'] });
    await test.deliver([test.submission(form, { message: 'Hello' })], 'copy');
    await test.setSettings(form, { blockList: ['hello'] });
    const { updatedAt } = await test.owner.prisma.spamSettings.findUniqueOrThrow({ where: { formId: form.id } });
    const one = test.submission(form, { message: 'Hello' }, { spamVersion: updatedAt.getTime() });
    await test.deliver([one], 'changed');
    expect(await test.read(one.id)).toMatchObject({ isSpam: true });
  });

  it('that comes again with the same fields is a duplicate', async () => {
    const form = await test.addForm();
    const same = [1, 2, 3, 4].map(() => test.submission(form, { message: 'Buy now' }));
    await test.deliver(same, 'duplicates');
    const stored = await Promise.all(same.map(({ id }) => test.read(id)));
    const scores = stored.map(({ spam }) => (spam as { score: number } | null)?.score ?? 0);
    expect(scores).toEqual([0, 0.2, 0.35, 0.45]);
  });
});

describe('the quota of a submission that a verdict caught', () => {
  it('is given back once, although the job runs twice, and two workers hold it', async () => {
    const form = await test.addForm({ blockList: ['casino'] });
    await test.setUsed(form, 10);
    const batch = [test.submission(form, { message: 'Casino' }), test.submission(form, { message: 'Hello' })];
    await Promise.all([test.deliver(batch, 'twice'), test.deliver(batch, 'twice')]);
    await test.deliver(batch, 'twice');
    expect(await test.used(form)).toBe(9);
    expect(await test.countersOf(form)).toEqual({ inbox: 1, spam: 1, days: 1, origins: 1, month: 1 });
  });

  it('is given back once, though a second run judges otherwise', async () => {
    const form = await test.addForm({ blockList: ['casino'] });
    await test.setUsed(form, 10);
    const one = test.submission(form, { message: 'Casino' });
    await test.deliver([one], 'first-run');
    await test.setSettings(form, { blockList: [] });
    await test.deliver([{ ...one, spamVersion: Date.now() + 1_000 }], 'first-run');
    expect(await test.used(form)).toBe(9);
  });

  it('is not given back for what its owner marked afterwards', async () => {
    const form = await test.addForm();
    await test.setUsed(form, 10);
    const one = test.submission(form, { message: 'Hello' });
    await test.deliver([one], 'owner');
    await test.owner.prisma.submission.update({ where: { id: one.id }, data: { isSpam: true, markedAt: new Date() } });
    await test.deliver([one], 'owner');
    expect(await test.used(form)).toBe(10);
  });
});

describe('an idempotency key', () => {
  it('is free again after a verdict of spam, and kept after any other', async () => {
    const form = await test.addForm({ blockList: ['casino'] });
    const { redis } = test.deps;
    for (const name of ['of spam', 'of a good one']) await redis.set(test.keys.idempotency(name), 'digest');
    const batch = [
      test.submission(form, { message: 'Casino' }, { claim: 'of spam' }),
      test.submission(form, { message: 'Hello' }, { claim: 'of a good one' }),
    ];
    expect(packBatch(batch).rows.map(([, , , , , , extras]) => extras?.claim)).toEqual(['of spam', 'of a good one']);
    await test.deliver(batch, 'claims');
    const left = await redis.exists(test.keys.idempotency('of spam'), test.keys.idempotency('of a good one'));
    expect([left, await redis.exists(test.keys.idempotency('of spam'))]).toEqual([1, 0]);
  });
});
