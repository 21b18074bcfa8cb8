import { setImmediate as turn } from 'node:timers/promises';
import type { Position } from '@inlet/submissions/range';
import { cutBlocks, type IndexableRow, type SearchBlock } from '@inlet/submissions/search-block';
import type { ClientBase } from 'pg';
import { insertBlocks } from '#search/search.store.ts';

/** Puts rows that follow one another into blocks; where an end is given, the last block reaches to it. */
export async function storeBlocks(
  client: ClientBase,
  formId: string,
  start: Position,
  rows: readonly IndexableRow[],
  end?: Position,
): Promise<void> {
  const blocks: SearchBlock[] = [];
  for (const block of cutBlocks(formId, start, rows)) {
    blocks.push(block);
    // A block takes a millisecond, and the process has submissions to store.
    await turn();
  }
  const last = blocks.pop() ?? { from: start, to: start, fingerprint: 0n, grams: [] };
  await insertBlocks(client, formId, [...blocks, end ? { ...last, to: end } : last]);
}
