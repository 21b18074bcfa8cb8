import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type AcceptDeps, createAccept } from '#submissions/accept.ts';
import type { Candidate, Outcome } from '#submissions/batcher.ts';

function candidate(id: string): Candidate {
  const submission = {
    id,
    formId: 'form',
    userId: 'user',
    receivedAtMs: Date.UTC(2026, 10, 1),
    json: '{}',
    origin: null,
    userAgent: null,
    isSpam: false,
    subject: null,
    replyTo: null,
  };
  const limits = { submissions: 1_000, bytes: 1_000_000_000 };
  return { submission, limits, claim: { name: 'form key', digest: 'payload' }, requestId: 'request-1' };
}

function withOutcomes(outcomes: Outcome[], others: Partial<AcceptDeps> = {}) {
  const added: string[] = [];
  const asked: string[] = [];
  const accept = createAccept({
    canUpgrade: true,
    batcher: {
      add: async ({ submission }) => {
        added.push(submission.id);
        return outcomes.shift() ?? 'stored';
      },
      idle: async () => undefined,
    },
    ask: async (userId, month, { submissions, bytes }) => {
      asked.push(`${userId} ${month} ${submissions} ${bytes}`);
    },
    isStored: async (submissionId) => {
      if (submissionId === 'away') throw new Error('account is away');
      return submissionId === 'known';
    },
    ...others,
  });
  return { accept, added, asked };
}

describe('accepting a submission', () => {
  it('refuses what does not fit into the month with the sentence for it', async () => {
    const { accept } = withOutcomes(['over limit']);
    await expect(accept(candidate('a'))).rejects.toMatchObject({
      status: 429,
      code: 'submission_limit_reached',
      message: 'Monthly submission limit reached (1000). Upgrade your plan or wait until next month.',
    });
  });

  it('answers a repeat of what is stored as the first time, also in a month that is full', async () => {
    const { accept } = withOutcomes(['over limit', 'over limit']);
    await accept(candidate('known'));
    await expect(accept({ ...candidate('known'), claim: null })).rejects.toMatchObject({ status: 429 });
  });

  it('refuses another payload with the same key, also in a month that is full', async () => {
    const { accept } = withOutcomes(['key reused']);
    await expect(accept(candidate('known'))).rejects.toMatchObject({ status: 422, code: 'idempotency_key_reused' });
  });

  it('refuses a repeat of which nobody can tell whether it is stored', async () => {
    const { accept } = withOutcomes(['over limit']);
    await expect(accept(candidate('away'))).rejects.toMatchObject({ status: 429 });
  });

  it('refuses what is too much data for the month with a sentence of its own', async () => {
    const { accept } = withOutcomes(['over bytes']);
    await expect(accept(candidate('a'))).rejects.toMatchObject({
      status: 429,
      code: 'byte_limit_reached',
      message: 'Monthly data limit reached (1 GB). Upgrade your plan or wait until next month.',
    });
  });

  it('has more granted as long as others take it away, and then tries again', async () => {
    const { accept, added, asked } = withOutcomes(['short', 'short', 'stored']);
    await accept(candidate('a'));
    expect(asked).toEqual(['user 2026-11 1 2', 'user 2026-11 1 2']);
    expect(added).toEqual(['a', 'a', 'a']);
  });

  it('gives up when nothing is ever granted, and says that it is our fault', async () => {
    const { accept } = withOutcomes(Array<Outcome>(20).fill('short'));
    await expect(accept(candidate('a'))).rejects.toMatchObject({ status: 503, code: 'unavailable' });
  });

  it('tries once more where nothing can be granted, for Redis may be away and the direct path have room', async () => {
    const refuses = { ask: () => Promise.reject(new Error('Redis is slow')) };
    const { accept, added } = withOutcomes(['short', 'stored'], refuses);
    await accept(candidate('a'));
    expect(added).toEqual(['a', 'a']);
    const full = withOutcomes(['short', 'short'], refuses);
    await expect(full.accept(candidate('a'))).rejects.toMatchObject({ status: 503, code: 'unavailable' });
    expect(full.added).toEqual(['a', 'a']);
    await withOutcomes(['short', 'short'], refuses).accept(candidate('known'));
  });

  it('gives up after two seconds, however slowly it is granted more', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { accept, asked } = withOutcomes(Array<Outcome>(20).fill('short'));
    const refused = accept(candidate('a'));
    while (asked.length < 2) await Promise.resolve();
    vi.advanceTimersByTime(2_000);
    await expect(refused).rejects.toMatchObject({ status: 503 });
    expect(asked.length).toBeLessThan(5);
  });

  it('lets repeats that come at once share one place', async () => {
    const { accept, added } = withOutcomes([]);
    const areNew = await Promise.all([accept(candidate('a')), accept(candidate('a')), accept(candidate('b'))]);
    expect(areNew).toEqual([true, false, true]);
    expect(added).toEqual(['a', 'b']);
    await accept(candidate('a'));
    expect(added).toEqual(['a', 'b', 'a']);
  });
});
