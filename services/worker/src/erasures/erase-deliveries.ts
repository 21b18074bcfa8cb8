import { attemptsStart, scanAttempts } from '@inlet/submissions/people/scan-attempts';
import { deleteAttempts, deleteDeliveries, findTargets } from '#erasures/deliveries.store.ts';
import { addCounts, runOf } from '#erasures/erasures.store.ts';
import { inPiece, type Work } from '#erasures/work.ts';

/** Erases pending deliveries of the found submissions, and attempts that mention them or the address. */
export async function eraseDeliveries(work: Work): Promise<void> {
  const { pool, erasure, matcher } = work;
  for (const targetId of await findTargets(pool, erasure.userId)) {
    for (let after: string | null = '0'; after !== null; ) {
      const from: string = after;
      after = await inPiece(work, async (client) => {
        const { deleted, last } = await deleteDeliveries(client, erasure.id, targetId, from);
        await addCounts(client, erasure.id, { deliveries: deleted });
        return last;
      });
    }
    for (let from: typeof attemptsStart | null = attemptsStart; from !== null; ) {
      const start: typeof attemptsStart = from;
      from = await inPiece(work, async (client) => {
        const { ids, next } = await scanAttempts(
          runOf(client),
          { targetId, matcher, of: { found: erasure.id } },
          start,
        );
        await addCounts(client, erasure.id, { attempts: await deleteAttempts(client, targetId, ids) });
        return next;
      });
    }
  }
}
