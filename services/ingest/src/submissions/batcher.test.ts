import type { AcceptedSubmission } from '@inlet/contracts/submission-batch';
import { describe, expect, it } from 'vitest';
import { createBatcher } from '#submissions/batcher.ts';

const limits = { submissions: 3, bytes: 100, waitingBytes: 1_000 };

function submission(name: string): AcceptedSubmission {
  return { id: name, formId: 'form', receivedAtMs: 1, data: { name }, origin: null, userAgent: null };
}

/** A store whose batches end when the test says so. */
function controlledStore() {
  const batches: { readonly ids: string[]; readonly succeed: () => void; readonly fail: (error: Error) => void }[] = [];
  const store = (batch: readonly AcceptedSubmission[]) =>
    new Promise<void>((succeed, fail) => {
      batches.push({ ids: batch.map(({ id }) => id), succeed, fail });
    });
  return { batches, store };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('the batcher', () => {
  it('lets a submission leave at once when nothing is under way', () => {
    const { batches, store } = controlledStore();
    void createBatcher(store, limits).add(submission('a'), 10);
    expect(batches.map(({ ids }) => ids)).toEqual([['a']]);
  });

  it('joins what comes while a batch is under way', async () => {
    const { batches, store } = controlledStore();
    const batcher = createBatcher(store, limits);
    for (const name of ['a', 'b', 'c']) void batcher.add(submission(name), 10);
    expect(batches).toHaveLength(1);
    batches[0]?.succeed();
    await nextTurn();
    expect(batches.map(({ ids }) => ids)).toEqual([['a'], ['b', 'c']]);
  });

  it('never makes a batch larger than its limits, and keeps the order', async () => {
    const { batches, store } = controlledStore();
    const batcher = createBatcher(store, limits);
    for (const name of ['a', 'b', 'c', 'd', 'e']) void batcher.add(submission(name), 10);
    void batcher.add(submission('large'), 95);
    void batcher.add(submission('f'), 10);
    for (let batch = 0; batch < 5; batch += 1) {
      batches[batch]?.succeed();
      await nextTurn();
    }
    expect(batches.map(({ ids }) => ids)).toEqual([['a'], ['b', 'c', 'd'], ['e'], ['large'], ['f']]);
  });

  it('takes a submission that alone is larger than a batch', async () => {
    const { batches, store } = controlledStore();
    void createBatcher(store, limits).add(submission('huge'), 500);
    expect(batches.map(({ ids }) => ids)).toEqual([['huge']]);
  });

  it('answers nobody before the batch is stored', async () => {
    const { batches, store } = controlledStore();
    let isAnswered = false;
    const answer = createBatcher(store, limits)
      .add(submission('a'), 10)
      .then(() => {
        isAnswered = true;
      });
    await nextTurn();
    expect(isAnswered).toBe(false);
    batches[0]?.succeed();
    await answer;
    expect(isAnswered).toBe(true);
  });

  it('tells everybody in a batch that failed, and goes on with the next one', async () => {
    const { batches, store } = controlledStore();
    const batcher = createBatcher(store, limits);
    const first = batcher.add(submission('a'), 10);
    const second = batcher.add(submission('b'), 10);
    batches[0]?.fail(new Error('no room'));
    await expect(first).rejects.toThrow('no room');
    batches[1]?.succeed();
    await expect(second).resolves.toBeUndefined();
  });

  it('turns submissions away when too much waits, and takes them again later', async () => {
    const { batches, store } = controlledStore();
    const batcher = createBatcher(store, limits);
    void batcher.add(submission('under way'), 10);
    void batcher.add(submission('waiting'), 995);
    await expect(batcher.add(submission('too much'), 10)).rejects.toMatchObject({ status: 503, code: 'unavailable' });
    batches[0]?.succeed();
    await nextTurn();
    void batcher.add(submission('again'), 10);
    batches[1]?.succeed();
    await nextTurn();
    expect(batches[2]?.ids).toEqual(['again']);
  });

  it('is idle when nothing waits and nothing is under way', async () => {
    const { batches, store } = controlledStore();
    const batcher = createBatcher(store, limits);
    await batcher.idle();
    void batcher.add(submission('a'), 10);
    void batcher.add(submission('b'), 10);
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
