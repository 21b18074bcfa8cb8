import type { QuotaNeed } from '@inlet/contracts/quotas';
import { createLogger } from '@inlet/service/logger';
import { describe, expect, it, vi } from 'vitest';
import { createAskQuota } from '#quota/ask-quota.ts';

const month = '2026-11';
const place = { submissions: 1, bytes: 10 };

/** Stands for account, which answers when the test says so. */
function open() {
  const needs: QuotaNeed[] = [];
  const answers: { readonly grant: () => void; readonly refuse: (error: Error) => void }[] = [];
  const grantQuota = (need: QuotaNeed) => {
    needs.push(need);
    return new Promise<void>((grant, refuse) => answers.push({ grant, refuse }));
  };
  const logger = createLogger({ service: 'test', level: 'silent' });
  return { needs, answers, ...createAskQuota({ account: { grantQuota }, logger }) };
}
const turn = () => new Promise(setImmediate);
const wantedOf = (needs: readonly QuotaNeed[]) => needs.map(({ userId, wanted }) => `${userId} ${wanted.submissions}`);

describe('asking account for more of a quota', () => {
  it('is one question for all that need it at once, and one at a time for each account', async () => {
    const { ask, needs, answers } = open();
    const first = Promise.all([ask('a', month, place), ask('a', month, place), ask('b', month, place)]);
    await turn();
    expect(needs).toMatchObject([{ userId: 'a', month, wanted: { submissions: 2, bytes: 20 } }, { userId: 'b' }]);
    const second = Promise.all([ask('a', month, place), ask('a', month, place), ask('a', month, place)]);
    await turn();
    expect(wantedOf(needs)).toEqual(['a 2', 'b 1']);
    for (const { grant } of answers) grant();
    await first;
    await turn();
    expect(wantedOf(needs)).toEqual(['a 2', 'b 1', 'a 3']);
    answers[2]?.grant();
    await second;
  });

  it('fails for all that wait, so that nobody waits for account twice', async () => {
    const { ask, needs, answers } = open();
    const first = ask('a', month, place);
    await turn();
    const second = ask('a', month, place);
    answers[0]?.refuse(new Error('account is away'));
    for (const asked of [first, second]) await expect(asked).rejects.toMatchObject({ status: 503 });
    expect(needs).toHaveLength(1);
    const third = ask('a', month, place);
    await turn();
    answers[1]?.grant();
    await third;
  });

  it('ahead of time is left out while a question is under way, and for a moment after one that failed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const { askAhead, needs, answers } = open();
    askAhead('a', month);
    askAhead('a', month);
    await turn();
    askAhead('a', month);
    expect(needs).toMatchObject([{ wanted: { submissions: 0, bytes: 0 } }]);
    answers[0]?.refuse(new Error('account is away'));
    await turn();
    askAhead('a', month);
    await turn();
    expect(needs).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
    askAhead('a', month);
    await turn();
    expect(needs).toHaveLength(2);
    vi.useRealTimers();
  });
});
