import type { Semaphore } from '@inlet/process/semaphore';

/**
 * Everything that a question finds, page by page: each one takes a permit of its own, and begins behind the last row
 * before.
 */
export async function* readPages<Row>(
  semaphore: Semaphore,
  limit: number,
  find: (last: Row | null, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | null = null;
  for (;;) {
    const from: Row | null = last;
    const rows: Row[] = await semaphore.run(() => find(from, limit));
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    last = rows.at(-1) ?? null;
  }
}
