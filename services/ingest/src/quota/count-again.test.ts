import { expect, it, vi } from 'vitest';
import { createCountAgain, type Uncounted } from '#quota/count-again.ts';

function open() {
  const made: string[] = [];
  const read: string[] = [];
  const waiting: ((lane: number) => void)[] = [];
  const countAgain = createCountAgain({
    counters: {
      make: async (name) => {
        made.push(Object.values(name).join(' '));
        return true;
      },
    },
    findLane: ({ endpointId }) => {
      read.push(endpointId);
      return new Promise((resolve) => waiting.push(resolve));
    },
  });
  const again = (endpointId: string, others: Partial<Uncounted> = {}) =>
    countAgain({ endpointId, lane: 0, names: [{ userId: 'user', month: '2026-11' }], isRepeated: false, ...others });
  /** Waits for a request for the lane, and answers the oldest one. */
  const found = async (lane: number) => {
    await vi.waitUntil(() => waiting.length > 0);
    waiting.shift()?.(lane);
  };
  return { made, read, again, found };
}

it('a thousand submissions of a form ask once, and another form does not wait for them', async () => {
  const { made, read, again, found } = open();
  const thousand = Promise.all(Array.from({ length: 1_000 }, () => again('first')));
  const other = again('second');
  await found(1);
  expect(new Set(await thousand)).toEqual(new Set([1]));
  await found(2);
  expect(await other).toBe(2);
  expect([made, read]).toEqual([Array(2).fill('user 2026-11'), ['first', 'second']]);
});

it('the next try asks anew', async () => {
  const { read, again, found } = open();
  const first = again('first');
  await found(0);
  expect(await first).toBe(0);
  const second = again('first');
  await found(1);
  expect([await second, read]).toEqual([1, ['first', 'first']]);
});

it('a form with a number has a counter of its own made', async () => {
  const { made, again, found } = open();
  const names = [
    { userId: 'user', month: '2026-11' },
    { formId: 'form', version: 2 },
  ];
  const counted = again('first', { names });
  await found(0);
  await counted;
  expect(made).toEqual(['user 2026-11', 'form 2']);
});
