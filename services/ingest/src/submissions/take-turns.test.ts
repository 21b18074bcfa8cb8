import type { Candidate } from '@inlet/endpoint/candidate';
import { expect, it, vi } from 'vitest';
import { createBatcher, type Outcome } from '#submissions/batcher.ts';
import { buildCandidate } from '#submissions/candidate.test-setup.ts';
import { atOnce, createTurns, turnsInQueue } from '#submissions/take-turns.ts';

const limits = { submissions: 10, bytes: 1_000, waitingBytes: 1_000 };
const candidate = (id: string): Candidate => buildCandidate({ id, json: '{}' });
const never = new Promise<never>(() => undefined);

/** Batchers of two lanes that take turns. The test completes the batches. */
function openLanes() {
  const takeTurn = createTurns();
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
  const untilBatch = async (index: number) => vi.waitFor(() => expect(batches.length).toBeGreaterThan(index));
  return { first: openBatcher(), second: openBatcher(), batches, untilBatch };
}

it('the batch of a lane grows while another lane has its turn', async () => {
  const { first, second, batches, untilBatch } = openLanes();
  const answers = [first.add(candidate('a')), ...['b', 'c', 'd'].map((id) => second.add(candidate(id)))];
  await untilBatch(0);
  batches[0]?.end();
  await untilBatch(1);
  batches[1]?.end();
  expect(await Promise.all(answers)).toEqual(['stored', 'stored', 'stored', 'stored']);
  expect(batches.map(({ ids }) => ids)).toEqual(['a', 'b c d']);
});

it('a lane that hangs loses its turn, and its batch is answered later', async () => {
  const { first, second, batches, untilBatch } = openLanes();
  const hung = first.add(candidate('a'));
  const other = second.add(candidate('b'));
  await untilBatch(1);
  batches[1]?.end();
  expect(await other).toBe('stored');
  batches[0]?.end();
  expect(await hung).toBe('stored');
});

it('a lane on the direct path takes no turn', async () => {
  const stored = vi.fn(async () => undefined);
  await turnsInQueue(() => never, { isDirect: () => true })(stored);
  expect(stored).toHaveBeenCalledOnce();
  const takeTurn = vi.fn(atOnce);
  await turnsInQueue(takeTurn, { isDirect: () => false })(stored);
  expect(takeTurn).toHaveBeenCalledOnce();
});
