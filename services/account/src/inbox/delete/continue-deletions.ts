import { setTimeout as pause } from 'node:timers/promises';
import { deletePiece } from '#inbox/delete/delete-piece.ts';
import type { Resources } from '#resources.ts';

/** Goes on with deletions that were answered before they were done, or whose process died. Storing comes first. */
export async function continueDeletions({ database }: Pick<Resources, 'database'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const startMs = performance.now();
    if ((await deletePiece(database.prisma)) === null) return;
    // As long a rest as the piece took; the closing ends it at once.
    await pause(performance.now() - startMs, undefined, { signal }).catch(() => undefined);
  }
}
