import { setTimeout as pause } from 'node:timers/promises';
import { deletePiece } from '#inbox/delete/delete-piece.ts';
import type { Resources } from '#resources.ts';

/**
 * Continues deletions whose request has ended before they were done, or whose process crashed. Storing has priority.
 */
export async function continueDeletions({ database }: Pick<Resources, 'database'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const startMs = performance.now();
    if ((await deletePiece(database.prisma)) === null) return;
    // Rests as long as the piece took; closing ends the rest at once.
    await pause(performance.now() - startMs, undefined, { signal }).catch(() => undefined);
  }
}
