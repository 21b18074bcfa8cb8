import { lowestId, type Position } from '@inlet/submissions/range';
import type { ClientBase, Pool } from 'pg';
import { compareBlocks, deleteBlock, endRepair, findLateRows, readRows } from '#search/search.store.ts';
import { storeBlock } from '#search/store-block.ts';
import { withWatermark } from '#search/with-watermark.ts';

/** Blocks that are compared with their rows in one transaction: some ten milliseconds. */
const blocksOfStep = 8;
const beginning: Position = { createdAt: new Date(0), id: lowestId };

/**
 * True if the form has submissions before the watermark that are in no block, or blocks with what was deleted a day
 * ago.
 */
export async function needsRepair(pool: Pool, formId: string): Promise<boolean> {
  const needs = await withWatermark(
    pool,
    formId,
    async (client, { isInRepair, isOutdated }) => (await findLateRows(client, formId)) || isInRepair || isOutdated,
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
    const { rows, isFull } = await readRows(client, { formId, from: start, to });
    const last = rows.at(-1);
    if (!last || !isFull) return storeBlock(client, formId, start, rows, to);
    await storeBlock(client, formId, start, rows);
    start = last;
  }
}
