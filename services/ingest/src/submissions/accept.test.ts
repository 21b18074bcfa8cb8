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
    counters: {
      make: async ({ userId, month }) => {
        asked.push(`make ${userId} ${month}`);
        return true;
      },
      compare: async ({ userId, month }) => {
        asked.push(`compare ${userId} ${month}`);
        return false;
      },
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

  it('has account count the month where Redis does not know it, and then tries again', async () => {
    const { accept, added, asked } = withOutcomes(['uncounted', 'uncounted', 'stored']);
    await accept(candidate('a'));
    expect(asked).toEqual(['make user 2026-11', 'make user 2026-11']);
    expect(added).toEqual(['a', 'a', 'a']);
  });

  it('gives up after two seconds where account cannot count, and says that it is our fault', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const make = async () => {
      vi.advanceTimersByTime(500);
      return false;
    };
    const counters = { make, compare: async () => false };
    const { accept, added } = withOutcomes(Array<Outcome>(50).fill('uncounted'), { counters });
    await expect(accept(candidate('a'))).rejects.toMatchObject({ status: 503, code: 'unavailable' });
    expect(added).toHaveLength(5);
  });

  it('turns nobody away where the direct path has room meanwhile', async () => {
    const counters = { make: async () => false, compare: async () => false };
    const { accept, added } = withOutcomes(['uncounted', 'stored'], { counters });
    await accept(candidate('a'));
    expect(added).toEqual(['a', 'a']);
  });

  it('does not say that a month is full while another path may still store it', async () => {
    const { accept, asked } = withOutcomes(['uncertain']);
    await expect(accept(candidate('a'))).rejects.toMatchObject({ status: 503, code: 'unavailable' });
    expect(asked).toEqual([]);
    await withOutcomes(['uncertain']).accept(candidate('known'));
  });

  it('has a full month compared with the database before it refuses', async () => {
    const counters = { make: async () => true, compare: async () => true };
    const { accept, added } = withOutcomes(['over limit', 'stored'], { counters });
    await accept(candidate('a'));
    expect(added).toEqual(['a', 'a']);
    const full = withOutcomes(['over bytes', 'over bytes'], { counters });
    await expect(full.accept(candidate('a'))).rejects.toMatchObject({ status: 429 });
    const known = withOutcomes(['over limit']);
    await expect(known.accept(candidate('a'))).rejects.toMatchObject({ status: 429 });
    expect([known.asked, known.added]).toEqual([['compare user 2026-11'], ['a']]);
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
