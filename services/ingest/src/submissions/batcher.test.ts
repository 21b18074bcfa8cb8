import type { Candidate } from '@inlet/endpoint/candidate';
import { describe, expect, it } from 'vitest';
import { createBatcher, limitsOfLane, type Outcome } from '#submissions/batcher.ts';
import { buildCandidate } from '#submissions/candidate.test-setup.ts';

const limits = { submissions: 3, bytes: 100, waitingBytes: 1_000 };

const candidate = (id: string, bytes: number): Candidate => buildCandidate({ id, json: 'x'.repeat(bytes) });

/** A store whose batches the test completes. */
function controlledStore() {
  const batches: {
    readonly ids: string[];
    readonly succeed: (outcomes?: Outcome[]) => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  const store = (batch: readonly Candidate[]) =>
    new Promise<readonly Outcome[]>((resolve, fail) => {
      const succeed = (outcomes = batch.map((): Outcome => 'stored')) => resolve(outcomes);
      batches.push({ ids: batch.map(({ submission }) => submission.id), succeed, fail });
    });
  return { batches, store };
}

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

describe('the batcher', () => {
  it('lets a submission leave at once when nothing is under way', () => {
    const { batches, store } = controlledStore();
    void createBatcher(store, limits).add(candidate('a', 10));
    expect(batches.map(({ ids }) => ids)).toEqual([['a']]);
  });

  it('joins what comes while a batch is under way', async () => {
    const { batches, store } = controlledStore();
    const batcher = createBatcher(store, limits);
    for (const name of ['a', 'b', 'c']) void batcher.add(candidate(name, 10));
    expect(batches).toHaveLength(1);
    batches[0]?.succeed();
    await nextTick();
    expect(batches.map(({ ids }) => ids)).toEqual([['a'], ['b', 'c']]);
  });

  it('never makes a batch larger than its limits, and keeps the order', async () => {
    const { batches, store } = controlledStore();
    const batcher = createBatcher(store, limits);
    for (const name of ['a', 'b', 'c', 'd', 'e']) void batcher.add(candidate(name, 10));
    void batcher.add(candidate('large', 95));
    void batcher.add(candidate('f', 10));
    for (let batch = 0; batch < 5; batch += 1) {
      batches[batch]?.succeed();
      await nextTick();
    }
    expect(batches.map(({ ids }) => ids)).toEqual([['a'], ['b', 'c', 'd'], ['e'], ['large'], ['f']]);
  });

  it('takes a submission that alone is larger than a batch', async () => {
    const { batches, store } = controlledStore();
    void createBatcher(store, limits).add(candidate('huge', 500));
    expect(batches.map(({ ids }) => ids)).toEqual([['huge']]);
  });

  it('resolves no submission before the batch is stored', async () => {
    const { batches, store } = controlledStore();
    let isAnswered = false;
    const answer = createBatcher(store, limits)
      .add(candidate('a', 10))
      .then(() => {
        isAnswered = true;
      });
    await nextTick();
    expect(isAnswered).toBe(false);
    batches[0]?.succeed();
    await answer;
    expect(isAnswered).toBe(true);
  });

  it('returns an outcome for each submission', async () => {
    const { batches, store } = controlledStore();
    const batcher = createBatcher(store, limits);
    const answers = Promise.all(['first', 'b', 'c'].map((name) => batcher.add(candidate(name, 10))));
    batches[0]?.succeed();
    await nextTick();
    batches[1]?.succeed(['over limit', 'stored']);
    expect(await answers).toEqual(['stored', 'over limit', 'stored']);
  });

  it('rejects all waiting submissions when the store cannot be used, and serves later ones', async () => {
    const { batches, store } = controlledStore();
    const batcher = createBatcher(store, limits);
    const answers = Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((name) => batcher.add(candidate(name, 10))));
    batches[0]?.fail(new Error('away'));
    expect(new Set((await answers).map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(batches).toHaveLength(1);
    const later = batcher.add(candidate('later', 10));
    batches[1]?.succeed();
    await expect(later).resolves.toBe('stored');
  });

  it('turns submissions away when too much waits, and takes them again later', async () => {
    const { batches, store } = controlledStore();
    const batcher = createBatcher(store, limits);
    void batcher.add(candidate('under way', 10));
    void batcher.add(candidate('waiting', 995));
    await expect(batcher.add(candidate('too much', 10))).rejects.toMatchObject({ status: 503, code: 'unavailable' });
    batches[0]?.succeed();
    await nextTick();
    void batcher.add(candidate('again', 10));
    batches[1]?.succeed();
    await nextTick();
    expect(batches[2]?.ids).toEqual(['again']);
  });

  it('is idle when nothing waits and nothing is under way', async () => {
    const { batches, store } = controlledStore();
    const batcher = createBatcher(store, limits);
    await batcher.idle();
    void batcher.add(candidate('a', 10));
    void batcher.add(candidate('b', 10));
    let isIdle = false;
    const idle = batcher.idle().then(() => {
      isIdle = true;
    });
    batches[0]?.succeed();
    await nextTick();
    expect(isIdle).toBe(false);
    batches[1]?.succeed();
    await idle;
    expect(isIdle).toBe(true);
  });
});

it.each([
  [1, 64_000_000],
  [4, 16_000_000],
  [64, 4_000_000],
])('with %i lanes, each may keep %i bytes waiting, which holds at least four full batches', (lanes, waitingBytes) => {
  const { bytes, ...others } = limitsOfLane(lanes);
  expect(others).toEqual({ submissions: 500, waitingBytes });
  expect(waitingBytes).toBeGreaterThanOrEqual(4 * bytes);
});
