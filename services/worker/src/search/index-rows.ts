import type { Pool } from 'pg';
import { advanceWatermark, deleteBlocksBeyond, readRows } from '#search/search.store.ts';
import { storeBlock } from '#search/store-block.ts';
import { withWatermark } from '#search/with-watermark.ts';

/** Newer submissions are left out, because earlier ones may still be on their way. */
const restSeconds = 60;
/** Some 5 MB. */
const blocksDeletedAtOnce = 50;

/** Rows that were put into the index, and whether there may be more to do. */
export interface Indexed {
  readonly rowCount: number;
  readonly goesOn: boolean;
}

const nothing: Indexed = { rowCount: 0, goesOn: false };

/** Puts the next submissions of a form into a block, or removes blocks that a dropped index has left. */
export async function indexRows(pool: Pool, formId: string): Promise<Indexed> {
  const indexed = await withWatermark(pool, formId, async (client, { to: from }) => {
    if ((await deleteBlocksBeyond(client, formId, from, blocksDeletedAtOnce)) > 0) return { rowCount: 0, goesOn: true };
    const { rows, isFull } = await readRows(client, { formId, from, to: { receivedSecondsAgo: restSeconds } });
    const last = rows.at(-1);
    // A search looks at some rows by itself sooner than at many half-filled blocks.
    if (!last || !isFull) return nothing;
    await storeBlock(client, formId, from, rows);
    await advanceWatermark(client, formId, last, rows.length);
    return { rowCount: rows.length, goesOn: true };
  });
  return indexed ?? nothing;
}

/** Removes some of the blocks behind the watermark; answers whether there may be more. */
export async function removeLeftBlocks(pool: Pool, formId: string): Promise<boolean> {
  const count = await withWatermark(pool, formId, (client, { to }) =>
    deleteBlocksBeyond(client, formId, to, blocksDeletedAtOnce),
  );
  return count !== 0;
}
