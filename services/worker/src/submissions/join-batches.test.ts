import { buildAcceptedSubmission } from '@inlet/testing/build-submission';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Batch, joinBatches } from '#submissions/join-batches.ts';

const limits = { atOnce: 1, submissions: 10, batches: 3, busy: 2, paceMs: 40, paceMsEach: 5, patienceMs: 1_000 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const batch = (jobId: string, count = 1): Batch => ({
  jobId,
  submissions: Array.from({ length: count }, () => buildAcceptedSubmission({ formId: 'form' })),
});

/** Groups as they begin; each ends when the test says so. */
function controlledStore() {
  const groups: { readonly jobs: string[]; readonly succeed: () => void; readonly fail: (error: Error) => void }[] = [];
  const store = (batches: readonly Batch[]) =>
    new Promise<void>((succeed, fail) => {
      groups.push({ jobs: batches.map(({ jobId }) => jobId), succeed, fail });
    });
  return { store, groups, jobs: () => groups.map((group) => group.jobs) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('batches', () => {
  it('that come alone leave at once', async () => {
    const { store, groups, jobs } = controlledStore();
    const add = joinBatches(store, limits);
    const done = add(batch('a'));
    groups[0]?.succeed();
    await done;
    await turn();
    void add(batch('b'));
    expect(jobs()).toEqual([['a'], ['b']]);
  });

  it('that come while as many groups as may be are under way share the next one', async () => {
    const { store, groups, jobs } = controlledStore();
    const add = joinBatches(store, { ...limits, atOnce: 2 });
    for (const name of ['a', 'b', 'c', 'd']) void add(batch(name));
    expect(jobs()).toEqual([['a'], ['b']]);
    groups[0]?.succeed();
    await turn();
    expect(jobs()).toEqual([['a'], ['b'], ['c', 'd']]);
  });

  it('under load keep the pace', async () => {
    const { store, groups, jobs } = controlledStore();
    const add = joinBatches(store, limits);
    void add(batch('a', 2));
    groups[0]?.succeed();
    await turn();
    void add(batch('b'));
    vi.advanceTimersByTime(30);
    void add(batch('c'));
    expect(jobs()).toEqual([['a']]);
    vi.advanceTimersByTime(20);
    expect(jobs()).toEqual([['a'], ['b', 'c']]);
  });

  it('under load wait for the group that is under way, but not for long', async () => {
    const { store, groups, jobs } = controlledStore();
    const add = joinBatches(store, { ...limits, atOnce: 2 });
    void add(batch('a', 2));
    void add(batch('b', 2));
    vi.advanceTimersByTime(999);
    expect(jobs()).toEqual([['a']]);
    groups[0]?.succeed();
    await turn();
    expect(jobs()).toEqual([['a'], ['b']]);
    void add(batch('c'));
    vi.advanceTimersByTime(1_000);
    expect(jobs()).toEqual([['a'], ['b'], ['c']]);
  });

  it('rest longer after a larger group', async () => {
    const { store, groups, jobs } = controlledStore();
    const add = joinBatches(store, limits);
    void add(batch('a', 6));
    groups[0]?.succeed();
    await turn();
    void add(batch('b'));
    vi.advanceTimersByTime(69);
    expect(jobs()).toEqual([['a']]);
    vi.advanceTimersByTime(1);
    expect(jobs()).toEqual([['a'], ['b']]);
  });

  it.each([
    ['submissions', [5, 5, 1], [['b', 'c'], ['d']]],
    ['batches', [1, 1, 1, 1], [['b', 'c', 'd'], ['e']]],
  ])('that make a whole group by their %s wait for no pace and no group', async (_, sizes, expected) => {
    const { store, groups, jobs } = controlledStore();
    const add = joinBatches(store, { ...limits, atOnce: 2 });
    void add(batch('a', 2));
    for (const [place, size] of sizes.entries()) void add(batch('bcde'[place] ?? '', size));
    expect(jobs()).toEqual([['a'], expected[0]]);
    for (const { succeed } of groups) succeed();
    await turn();
    vi.advanceTimersByTime(limits.paceMs + limits.paceMsEach * limits.submissions);
    expect(jobs()).toEqual([['a'], ...expected]);
  });

  it('fail alone: the others of a group that cannot be stored are stored', async () => {
    const { store, groups, jobs } = controlledStore();
    const add = joinBatches(store, limits);
    void add(batch('a'));
    const [good, bad] = [add(batch('good')), add(batch('bad'))];
    groups[0]?.succeed();
    await turn();
    groups[1]?.fail(new Error('bad'));
    await turn();
    expect(jobs()).toEqual([['a'], ['good', 'bad'], ['good'], ['bad']]);
    groups[2]?.succeed();
    groups[3]?.fail(new Error('bad by itself'));
    await expect(good).resolves.toBeUndefined();
    await expect(bad).rejects.toThrow('bad by itself');
  });
});
