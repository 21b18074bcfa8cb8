import type { Usage } from '@inlet/contracts/usage';
import type { User } from '@inlet/db/client';
import { monthOf } from '@inlet/submissions/months';
import { presentUsage } from '#plan/usage/present-usage.ts';
import { readLimitRefusals } from '#plan/usage/read-limit-refusals.ts';
import { readCounts, readCountsOf } from '#plan/usage/usage.store.ts';
import type { Resources } from '#resources.ts';

/** The account's usage of its plan this month. */
export async function readUsage(
  deps: Pick<Resources, 'database' | 'plans' | 'redis' | 'keys' | 'logger'>,
  { id, plan }: Pick<User, 'id' | 'plan'>,
  seen: readonly string[] | null = null,
): Promise<Usage> {
  const month = monthOf(Date.now());
  if (seen !== null) {
    return presentUsage(deps.plans, plan, month, await readCountsOf(deps.database.pool, seen, month));
  }
  const usage = presentUsage(deps.plans, plan, month, await readCounts(deps.database.pool, id, month));
  if (!usage.isSubmissionLimitReached && !usage.isByteLimitReached) return usage;
  return { ...usage, refusedByLimit: await readLimitRefusals(deps, id, month) };
}
