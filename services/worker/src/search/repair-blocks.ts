import { lowestId, type Position } from '@inlet/submissions/range';
import type { IndexableRow } from '@inlet/submissions/search-block';
import type { ClientBase, Pool } from 'pg';
import { compareBlocks, deleteBlock, endRepair, findLateRows, readRows } from '#search/search.store.ts';
import { storeBlocks } from '#search/store-blocks.ts';
import { withWatermark } from '#search/with-watermark.ts';

/** Blocks that are compared with their rows in one transaction: some ten milliseconds. */
const blocksOfStep = 500;
const rowsAtOnce = 512;
const beginning: Position = { createdAt: new Date(0), id: lowestId };

/** True if the form has submissions before the watermark that are in no block. */
export async function needsRepair(pool: Pool, formId: string): Promise<boolean> {
  const needs = await withWatermark(
    pool,
    formId,
    async (client, { isInRepair }) => (await findLateRows(client, formId)) || isInRepair,
  );
  return needs === true;
}

/**
 * Compares all blocks with their rows and rebuilds those that differ. After a crash the watermark still says
 * `is_in_repair`, and the next run starts again. A row that comes late meanwhile is noticed afterwards.
 */
export async function repairBlocks(pool: Pool, formId: string, goOn: () => boolean): Promise<void> {
  let after: Position | null = beginning;
  while (after !== null) {
    if (!goOn()) return;
    after = await compareSome(pool, formId, after);
  }
  await withWatermark(pool, formId, (client) => endRepair(client, formId));
}

function compareSome(pool: Pool, formId: string, after: Position): Promise<Position | null> {
  return withWatermark(pool, formId, async (client) => {
    const { last, changed } = await compareBlocks(client, formId, after, blocksOfStep);
    for (const { from, to } of changed) await renewBlock(client, formId, from, to);
    return last;
  });
}

/** Many rows may have come late in the place of one block, as after an outage; then several take its place. */
async function renewBlock(client: ClientBase, formId: string, from: Position, to: Position): Promise<void> {
  await deleteBlock(client, formId, to);
  let start = from;
  for (;;) {
    const rows: IndexableRow[] = await readRows(client, { formId, from: start, to, limit: rowsAtOnce });
    const last = rows.at(-1);
    if (!last || rows.length < rowsAtOnce) return storeBlocks(client, formId, start, rows, to);
    await storeBlocks(client, formId, start, rows);
    start = last;
  }
}
