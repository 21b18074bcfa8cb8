import type { Usage } from '@inlet/contracts/usage';
import type { User } from '@inlet/db/client';
import { monthOf } from '@inlet/submissions/months';
import { presentUsage } from '#plan/usage/present-usage.ts';
import { readLimitRefusals } from '#plan/usage/read-limit-refusals.ts';
import { readCounts } from '#plan/usage/usage.store.ts';
import type { Resources } from '#resources.ts';

/** The account's usage of its plan this month. */
export async function readUsage(
  deps: Pick<Resources, 'database' | 'plans' | 'redis' | 'keys' | 'logger'>,
  { id, plan }: Pick<User, 'id' | 'plan'>,
): Promise<Usage> {
  const month = monthOf(Date.now());
  const usage = presentUsage(deps.plans, plan, month, await readCounts(deps.database.pool, id, month));
  if (!usage.isSubmissionLimitReached && !usage.isByteLimitReached) return usage;
  return { ...usage, refusedByLimit: await readLimitRefusals(deps, id, month) };
}
