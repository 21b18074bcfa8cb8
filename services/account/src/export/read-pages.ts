import type { Turns } from '#export/turns.ts';

/** Everything that a question finds, page by page: each one is a turn of its own, and begins behind the last row before. */
export async function* readPages<Row>(
  turns: Turns,
  limit: number,
  find: (last: Row | null, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | null = null;
  for (;;) {
    const from: Row | null = last;
    const rows: Row[] = await turns.take(() => find(from, limit));
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    last = rows.at(-1) ?? null;
  }
}
