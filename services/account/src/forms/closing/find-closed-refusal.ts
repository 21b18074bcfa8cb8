import type { FormEntry } from '@inlet/contracts/form-directory';
import { closedRefusal, type Refusal } from '@inlet/contracts/visitor-pages/visitor-words';
import { countSubmissions } from '#forms/closing/closing.store.ts';
import { stateOfEntry } from '#forms/closing/form-closing.ts';
import type { Resources } from '#resources.ts';

/** Why a form takes nothing now, as its endpoint would answer; null if it is open. */
export async function findClosedRefusal(
  { database }: Pick<Resources, 'database'>,
  { id, closing }: Pick<FormEntry, 'id' | 'closing'>,
): Promise<Refusal | null> {
  if (!closing) return null;
  const counted = closing.max ? ((await countSubmissions(database.pool, [id])).get(id) ?? 0) : 0;
  const state = stateOfEntry(closing, counted);
  return state === 'open' ? null : closedRefusal(state, closing);
}
