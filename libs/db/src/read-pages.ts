import type { Semaphore } from '@inlet/process/semaphore';

/**
 * Reads all rows of a query page by page: each page takes its own permit, and starts after the last row of the previous
 * page.
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
