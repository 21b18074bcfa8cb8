import type { Candidate } from '@inlet/endpoint/candidate';
import { expect, it, vi } from 'vitest';
import { createBatcher, type Outcome } from '#submissions/batcher.ts';
import { buildCandidate } from '#submissions/candidate.test-setup.ts';
import { atOnce, createTurns, type TurnLimits, turnsInQueue } from '#submissions/take-turns.ts';

const limits = { submissions: 10, bytes: 1_000, waitingBytes: 1_000 };
const soon = 5;
/** Longer than any test. */
const never = 1_000_000_000;
const candidate = (id: string): Candidate => buildCandidate({ id, json: '{}' });
const nextTick = () => new Promise((resolve) => setImmediate(resolve));

/** Batchers of two lanes that take turns. The test completes the batches. */
function openLanes(ofTurns: TurnLimits) {
  const takeTurn = createTurns(ofTurns);
  const batches: { readonly ids: string; readonly end: () => void }[] = [];
  const openBatcher = () =>
    createBatcher(
      (batch) =>
        new Promise((resolve) => {
          const ids = batch.map(({ submission }) => submission.id).join(' ');
          batches.push({ ids, end: () => resolve(batch.map((): Outcome => 'stored')) });
        }),
      limits,
      takeTurn,
    );
  return { first: openBatcher(), second: openBatcher(), batches };
}

it('the batch of a lane grows until the batch of another lane is stored', async () => {
  const { first, second, batches } = openLanes({ turnMs: never, waitMs: never });
  const answers = [first.add(candidate('a')), ...['b', 'c', 'd'].map((id) => second.add(candidate(id)))];
  batches[0]?.end();
  await nextTick();
  expect(batches.map(({ ids }) => ids)).toEqual(['a', 'b c d']);
  batches[1]?.end();
  expect(await Promise.all(answers)).toEqual(['stored', 'stored', 'stored', 'stored']);
});

it.each([
  ['loses its turn', { turnMs: soon, waitMs: never }],
  ['is not waited for', { turnMs: never, waitMs: soon }],
])('a lane that hangs %s, and its batch is answered later', async (_, ofTurns) => {
  const { first, second, batches } = openLanes(ofTurns);
  const hung = first.add(candidate('a'));
  const other = second.add(candidate('b'));
  await vi.waitFor(() => expect(batches).toHaveLength(2), 60_000);
  batches[1]?.end();
  expect(await other).toBe('stored');
  batches[0]?.end();
  expect(await hung).toBe('stored');
});

it('a lane on the direct path takes no turn', async () => {
  const stored = vi.fn(async () => undefined);
  const refused = () => Promise.reject(new Error('It took a turn'));
  await turnsInQueue(refused, { isDirect: () => true })(stored);
  expect(stored).toHaveBeenCalledOnce();
  const takeTurn = vi.fn(atOnce);
  await turnsInQueue(takeTurn, { isDirect: () => false })(stored);
  expect(takeTurn).toHaveBeenCalledOnce();
});
