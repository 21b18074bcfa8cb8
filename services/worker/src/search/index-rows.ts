import type { Pool } from 'pg';
import { advanceWatermark, readRows } from '#search/search.store.ts';
import { storeBlocks } from '#search/store-blocks.ts';
import { withWatermark } from '#search/with-watermark.ts';

/** Rows of a step: enough to make its transaction worth while, few enough for a tenth of a second. */
export const rowsOfStep = 512;
/** Newer submissions are left out, because earlier ones may still be on their way. */
const restSeconds = 60;

/** Puts the next submissions of a form into blocks; answers whether there may be more to do. */
export async function indexRows(pool: Pool, formId: string): Promise<boolean> {
  const count = await withWatermark(pool, formId, async (client, { to: from }) => {
    const to = { receivedSecondsAgo: restSeconds };
    const rows = await readRows(client, { formId, from, to, limit: rowsOfStep });
    const last = rows.at(-1);
    // A search looks at a few hundred rows by itself sooner than at many half-filled blocks.
    if (!last || rows.length < rowsOfStep) return 0;
    await storeBlocks(client, formId, from, rows);
    await advanceWatermark(client, formId, last, rows.length);
    return rows.length;
  });
  return count === rowsOfStep;
}
