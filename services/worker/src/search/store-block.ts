import { setImmediate as turn } from 'node:timers/promises';
import type { Position } from '@inlet/submissions/range';
import { buildBlock, type IndexableRow } from '@inlet/submissions/search-block';
import type { ClientBase } from 'pg';
import { insertBlock } from '#search/search.store.ts';

/** Puts rows that follow one another into a block, which reaches to their last one, or to the end that is given. */
export async function storeBlock(
  client: ClientBase,
  formId: string,
  start: Position,
  rows: readonly IndexableRow[],
  end?: Position,
): Promise<void> {
  // The process has submissions to store as well.
  const block = await buildBlock(formId, start, rows, () => turn());
  await insertBlock(client, formId, end ? { ...block, to: end } : block);
}
