import type { CountersNeed } from '@inlet/contracts/quotas';
import { createLogger } from '@inlet/process/logger';
import { describe, expect, it } from 'vitest';
import { createAskCounters } from '#quota/ask-counters.ts';

const name = (userId: string) => ({ userId, month: '2026-11' });

/** A fake account that responds when the test lets it. */
function open() {
  const needs: CountersNeed[] = [];
  const answers: { readonly done: () => void; readonly fail: (error: Error) => void }[] = [];
  const makeCounters = (need: CountersNeed) => {
    needs.push(need);
    return new Promise<void>((done, fail) => answers.push({ done, fail }));
  };
  const logger = createLogger({ service: 'test', level: 'silent' });
  return { needs, answers, ...createAskCounters({ account: { makeCounters }, logger }) };
}

describe('asking account to count a month', () => {
  it('is one question for all that need it at once', async () => {
    const { make, needs, answers } = open();
    const made = Promise.all([make(name('a')), make(name('a')), make(name('b'))]);
    expect(needs).toEqual([
      { accounts: [name('a')], isRefused: false },
      { accounts: [name('b')], isRefused: false },
    ]);
    for (const { done } of answers) done();
    expect(await made).toEqual([true, true, true]);
    void make(name('a'));
    expect(needs).toHaveLength(3);
  });

  it('fails for all that wait', async () => {
    const { make, needs, answers } = open();
    const made = Promise.all([make(name('a')), make(name('a'))]);
    answers[0]?.fail(new Error('account is away'));
    expect(await made).toEqual([false, false]);
    expect(needs).toHaveLength(1);
  });
});

describe('asking account to compare a full month', () => {
  it('is done once in an hour, for all that wait for it', async () => {
    const { compare, needs, answers } = open();
    const compared = Promise.all([compare(name('a')), compare(name('a'))]);
    expect(needs).toEqual([{ accounts: [name('a')], isRefused: true }]);
    answers[0]?.done();
    expect(await compared).toEqual([true, true]);
    expect(await compare(name('a'))).toBe(false);
    expect(needs).toHaveLength(1);
  });

  it('is not repeated at once where it failed', async () => {
    const { compare, needs, answers } = open();
    const compared = compare(name('a'));
    answers[0]?.fail(new Error('account is away'));
    expect([await compared, await compare(name('a'))]).toEqual([false, false]);
    expect(needs).toHaveLength(1);
  });
});
