import type { Usage } from '@inlet/contracts/usage';
import type { User } from '@inlet/db/client';
import { monthOf } from '@inlet/submissions/months';
import { presentUsage } from '#plan/usage/present-usage.ts';
import { readCounts } from '#plan/usage/usage.store.ts';
import type { Resources } from '#resources.ts';

/** What the account has used of its plan this month. */
export async function readUsage(
  { database, plans }: Pick<Resources, 'database' | 'plans'>,
  { id, plan }: Pick<User, 'id' | 'plan'>,
): Promise<Usage> {
  const month = monthOf(Date.now());
  return presentUsage(plans, plan, month, await readCounts(database.pool, id, month));
}
