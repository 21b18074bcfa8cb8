import { describe, expect, it } from 'vitest';
import { type Candidate, createBatcher, type Outcome } from '#submissions/batcher.ts';

const limits = { submissions: 3, bytes: 100, waitingBytes: 1_000, busy: 4, paceMs: 1_000_000, paceMsEach: 100_000 };

function candidate(id: string, bytes: number): Candidate {
  const submission = {
    id,
    formId: 'form',
    userId: 'user',
    receivedAtMs: 1,
    json: 'x'.repeat(bytes),
    origin: null,
    userAgent: null,
    isSpam: false,
    subject: null,
    replyTo: null,
  };
  return { submission, limits: { submissions: 1, bytes: 1_000_000 }, claim: null, requestId: 'request-1' };
}

/** A store whose batches end when the test says so. */
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

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

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
    await nextTurn();
    expect(batches.map(({ ids }) => ids)).toEqual([['a'], ['b', 'c']]);
  });

  it('has the next batch leave before it answers for the one that is stored', async () => {
    const { batches, store } = controlledStore();
    const prepare = async () => {
      for (let step = 0; step < 20; step += 1) await null;
    };
    const batcher = createBatcher((batch) => prepare().then(() => store(batch)), limits);
    const seen: number[] = [];
    for (const name of ['a', 'b']) void batcher.add(candidate(name, 10)).then(() => seen.push(batches.length));
    await nextTurn();
    batches[0]?.succeed();
    await nextTurn();
    batches[1]?.succeed();
    await nextTurn();
    expect(seen).toEqual([2, 2]);
  });

  describe('under load', () => {
    /** Starts a batch of one and then one of this many, which is stored while so many more wait. */
    async function storeSecond(count: number, waiting: number) {
      const { batches, store } = controlledStore();
      const { promise: rested, resolve: goOn } = Promise.withResolvers<void>();
      const rests: number[] = [];
      const rest = (ms: number) => {
        rests.push(ms);
        return rested;
      };
      const batcher = createBatcher(store, { ...limits, submissions: 6 }, rest);
      const added = Array.from({ length: 1 + count }, () => batcher.add(candidate('a', 1)));
      batches[0]?.succeed();
      await nextTurn();
      for (let more = 0; more < waiting; more += 1) void batcher.add(candidate('b', 1));
      batches[1]?.succeed();
      await nextTurn();
      return { batcher, goOn, rests, sizes: () => batches.map(({ ids }) => ids.length), last: added.at(-1) };
    }

    it('lets more submissions join the batch after a large one, and answers the large one meanwhile', async () => {
      const { batcher, goOn, sizes, last } = await storeSecond(4, 1);
      expect(await last).toBe('stored');
      expect(sizes()).toEqual([1, 4]);
      void batcher.add(candidate('c', 1));
      goOn();
      await nextTurn();
      expect(sizes()).toEqual([1, 4, 2]);
    });

    it('keeps the pace although nothing waits for a moment', async () => {
      const { batcher, goOn, sizes, last } = await storeSecond(4, 0);
      await last;
      void batcher.add(candidate('b', 1));
      await nextTurn();
      expect(sizes()).toEqual([1, 4]);
      goOn();
      await nextTurn();
      expect(sizes()).toEqual([1, 4, 1]);
    });

    it('takes along what arrives in the same turn where the pace is kept already', async () => {
      const { batches, store } = controlledStore();
      const batcher = createBatcher(store, { ...limits, submissions: 6, paceMs: 0, paceMsEach: 0 });
      for (let count = 0; count < 5; count += 1) void batcher.add(candidate('a', 1));
      for (const batch of [0, 1]) {
        batches[batch]?.succeed();
        await nextTurn();
      }
      void batcher.add(candidate('b', 1));
      await null;
      void batcher.add(candidate('c', 1));
      await nextTurn();
      expect(batches.map(({ ids }) => ids.length)).toEqual([1, 4, 2]);
    });

    it('rests longer after a larger batch', async () => {
      const [{ rests: afterFour }, { rests: afterFive }] = [await storeSecond(4, 1), await storeSecond(5, 1)];
      expect([...afterFour, ...afterFive].map((ms) => Math.ceil(ms / 10_000) * 10_000)).toEqual([1_400_000, 1_500_000]);
    });

    it('does not rest after a small batch, nor with a whole one', async () => {
      const [small, whole] = [await storeSecond(3, 1), await storeSecond(4, 6)];
      expect(small.sizes()).toEqual([1, 3, 1]);
      expect(whole.sizes()).toEqual([1, 4, 6]);
    });
  });

  it('never makes a batch larger than its limits, and keeps the order', async () => {
    const { batches, store } = controlledStore();
    const batcher = createBatcher(store, limits);
    for (const name of ['a', 'b', 'c', 'd', 'e']) void batcher.add(candidate(name, 10));
    void batcher.add(candidate('large', 95));
    void batcher.add(candidate('f', 10));
    for (let batch = 0; batch < 5; batch += 1) {
      batches[batch]?.succeed();
      await nextTurn();
    }
    expect(batches.map(({ ids }) => ids)).toEqual([['a'], ['b', 'c', 'd'], ['e'], ['large'], ['f']]);
  });

  it('takes a submission that alone is larger than a batch', async () => {
    const { batches, store } = controlledStore();
    void createBatcher(store, limits).add(candidate('huge', 500));
    expect(batches.map(({ ids }) => ids)).toEqual([['huge']]);
  });

  it('answers nobody before the batch is stored', async () => {
    const { batches, store } = controlledStore();
    let isAnswered = false;
    const answer = createBatcher(store, limits)
      .add(candidate('a', 10))
      .then(() => {
        isAnswered = true;
      });
    await nextTurn();
    expect(isAnswered).toBe(false);
    batches[0]?.succeed();
    await answer;
    expect(isAnswered).toBe(true);
  });

  it('tells each how it went', async () => {
    const { batches, store } = controlledStore();
    const batcher = createBatcher(store, limits);
    const answers = Promise.all(['first', 'b', 'c'].map((name) => batcher.add(candidate(name, 10))));
    batches[0]?.succeed();
    await nextTurn();
    batches[1]?.succeed(['over limit', 'stored']);
    expect(await answers).toEqual(['stored', 'over limit', 'stored']);
  });

  it('tells everybody who waits when the store cannot be used, and serves the next who come', async () => {
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
    await nextTurn();
    void batcher.add(candidate('again', 10));
    batches[1]?.succeed();
    await nextTurn();
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
    await nextTurn();
    expect(isIdle).toBe(false);
    batches[1]?.succeed();
    await idle;
    expect(isIdle).toBe(true);
  });
});
