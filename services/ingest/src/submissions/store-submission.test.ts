import type { CounterName } from '@inlet/contracts/quotas';
import type { Candidate } from '@inlet/endpoint/candidate';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AskCounters } from '#quota/ask-counters.ts';
import { createCountAgain } from '#quota/count-again.ts';
import type { Outcome } from '#submissions/batcher.ts';
import { buildCandidate } from '#submissions/candidate.test-setup.ts';
import { countedWithinMs, StoreSubmission } from '#submissions/store-submission.ts';

const candidate = (id: string): Candidate =>
  buildCandidate({ id, receivedAtMs: Date.UTC(2026, 10, 1) }, { claim: { name: 'form key', digest: 'payload' } });

interface Others {
  readonly counters?: AskCounters;
  readonly findLane?: () => Promise<number | undefined>;
}

function withOutcomes(outcomes: Outcome[], { findLane, ...others }: Others = {}) {
  const added: string[] = [];
  const asked: string[] = [];
  const add = (id: string): Outcome => {
    added.push(id);
    return outcomes.shift() ?? 'stored';
  };
  const counters = {
    make: async (name: CounterName) => {
      asked.push(`make ${Object.values(name).join(' ')}`);
      return true;
    },
    compare: async (name: CounterName) => {
      asked.push(`compare ${Object.values(name).join(' ')}`);
      return false;
    },
  };
  const submissions = new StoreSubmission({
    countedWithinMs,
    canUpgrade: true,
    chooseLane: (lane) => {
      const ofLane = lane === 0 ? '' : ` in lane ${lane}`;
      return {
        batcher: { add: async ({ submission }) => add(submission.id + ofLane) },
        exactBatcher: { add: async ({ submission }) => add(`exact ${submission.id}${ofLane}`) },
      };
    },
    counters,
    countAgain: createCountAgain({ counters: others.counters ?? counters, ...(findLane && { findLane }) }),
    account: {
      isStored: async (submissionId) => {
        if (submissionId === 'away') throw new Error('account is away');
        return submissionId === 'known';
      },
    },
    ...others,
  });
  const store = (one: Candidate) => submissions.store(one);
  return { store, added, asked };
}

describe('storing a submission', () => {
  it('refuses what does not fit into the month with the sentence for it', async () => {
    const { store } = withOutcomes(['over limit']);
    await expect(store(candidate('a'))).rejects.toMatchObject({
      status: 429,
      code: 'submission_limit_reached',
      message: 'Monthly submission limit reached (1000). Upgrade your plan or wait until next month.',
    });
  });

  it('responds to a repeat of a stored submission as the first time, even in a full month', async () => {
    const { store } = withOutcomes(['over limit', 'over limit']);
    await store(candidate('known'));
    await expect(store({ ...candidate('known'), claim: null })).rejects.toMatchObject({ status: 429 });
  });

  it('refuses another payload with the same key, also in a month that is full', async () => {
    const { store } = withOutcomes(['key reused']);
    await expect(store(candidate('known'))).rejects.toMatchObject({ status: 422, code: 'idempotency_key_reused' });
  });

  it('refuses a repeat if it is unknown whether it is stored', async () => {
    const { store } = withOutcomes(['over limit']);
    await expect(store(candidate('away'))).rejects.toMatchObject({ status: 429 });
  });

  it('refuses what is too much data for the month with a sentence of its own', async () => {
    const { store } = withOutcomes(['over bytes']);
    await expect(store(candidate('a'))).rejects.toMatchObject({
      status: 429,
      code: 'byte_limit_reached',
      message: 'Monthly data limit reached (1 GB). Upgrade your plan or wait until next month.',
    });
  });

  it('has account count the month where Redis does not know it, and then tries again', async () => {
    const { store, added, asked } = withOutcomes(['uncounted', 'uncounted', 'stored']);
    await store(candidate('a'));
    expect(asked).toEqual(['make user 2026-11', 'make user 2026-11']);
    expect(added).toEqual(['a', 'a', 'a']);
  });

  it('gives up after two seconds if account cannot count, with a 503', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const make = async () => {
      vi.advanceTimersByTime(500);
      return false;
    };
    const counters = { make, compare: async () => false };
    const { store, added } = withOutcomes(Array<Outcome>(50).fill('uncounted'), { counters });
    await expect(store(candidate('a'))).rejects.toMatchObject({ status: 503, code: 'unavailable' });
    expect(added).toHaveLength(5);
  });

  it('refuses no visitor if the direct path has capacity meanwhile', async () => {
    const counters = { make: async () => false, compare: async () => false };
    const { store, added } = withOutcomes(['uncounted', 'stored'], { counters });
    await store(candidate('a'));
    expect(added).toEqual(['a', 'a']);
  });

  it('follows an account that moves to another lane, and stays in its lane while the form cannot be read', async () => {
    const lanes = [0, Number.NaN, 3];
    const findLane = async () => {
      const lane = lanes.shift();
      if (Number.isNaN(lane)) throw new Error('neither Redis nor account responds');
      return lane;
    };
    const { store, added } = withOutcomes(['uncounted', 'uncounted', 'uncounted', 'stored'], { findLane });
    await store(candidate('a'));
    expect(added).toEqual(['a', 'a', 'a', 'a in lane 3']);
  });

  it('has a full month compared in the lane that its account has moved to', async () => {
    const counters = { make: async () => true, compare: async () => true };
    const others = { counters, findLane: async () => 3 };
    const { store, added } = withOutcomes(['uncounted', 'over limit', 'stored'], others);
    await store(candidate('a'));
    expect(added).toEqual(['a', 'a in lane 3', 'a in lane 3']);
  });

  it('does not say that a month is full while another path may still store it', async () => {
    const { store, asked } = withOutcomes(['uncertain']);
    await expect(store(candidate('a'))).rejects.toMatchObject({ status: 503, code: 'unavailable' });
    expect(asked).toEqual([]);
    await withOutcomes(['uncertain']).store(candidate('known'));
  });

  it('has a full month compared with the database before it refuses', async () => {
    const counters = { make: async () => true, compare: async () => true };
    const { store, added } = withOutcomes(['over limit', 'stored'], { counters });
    await store(candidate('a'));
    expect(added).toEqual(['a', 'a']);
    const full = withOutcomes(['over bytes', 'over bytes'], { counters });
    await expect(full.store(candidate('a'))).rejects.toMatchObject({ status: 429 });
    const known = withOutcomes(['over limit']);
    await expect(known.store(candidate('a'))).rejects.toMatchObject({ status: 429 });
    expect([known.asked, known.added]).toEqual([['compare user 2026-11'], ['a']]);
  });

  it('counts concurrent repeats once', async () => {
    const { store, added } = withOutcomes([]);
    const areNew = await Promise.all([store(candidate('a')), store(candidate('a')), store(candidate('b'))]);
    expect(areNew).toEqual([true, false, true]);
    expect(added).toEqual(['a', 'b']);
    await store(candidate('a'));
    expect(added).toEqual(['a', 'b', 'a']);
  });
});
