import { planKeys, systemPlan } from '@inlet/contracts/plans';
import { monthAfter, monthOf } from '@inlet/submissions/months';
import type { GrantQuota } from '#forms/quotas/grant-quota.ts';
import { findChanged, findUngranted, ownersAtOnce } from '#forms/quotas/quotas.store.ts';
import type { Resources } from '#resources.ts';

export type KeepDeps = Pick<Resources, 'database' | 'plans'> & { readonly grantQuota: GrantQuota };

/** The next month is granted within the last day of the running one. */
const aheadMs = 86_400_000;
const nothing = { submissions: 0, bytes: 0 };

/**
 * Grants what nobody has asked for yet: to accounts whose plan has changed, to those that have no balance after an
 * upgrade, and on the last day of a month the next one, so that no visitor waits for account when it begins.
 */
export async function keepQuotas(deps: KeepDeps, signal?: AbortSignal, nowMs = Date.now()): Promise<void> {
  const { pool } = deps.database;
  const [month, next] = [monthOf(nowMs), monthOf(nowMs + aheadMs)];
  await grantAll(deps, month, () => findChangedOf(deps, month, null), signal);
  await grantAll(deps, month, () => findUngranted(pool, month, month), signal);
  if (next !== month) await grantAll(deps, monthAfter(month), () => findUngranted(pool, next, month), signal);
}

/** Grants at once what the new plans of these accounts allow. */
export async function followPlans(deps: KeepDeps, userIds: readonly string[]): Promise<void> {
  const month = monthOf(Date.now());
  for (const userId of await findChangedOf(deps, month, userIds)) await deps.grantQuota(userId, month, nothing);
}

async function grantAll(
  { grantQuota }: KeepDeps,
  month: string,
  find: () => Promise<string[]>,
  signal?: AbortSignal,
): Promise<void> {
  let found: string[];
  do {
    found = await find();
    for (const userId of found) {
      if (signal?.aborted) return;
      await grantQuota(userId, month, nothing);
    }
  } while (found.length === ownersAtOnce);
}

function findChangedOf({ database, plans }: KeepDeps, month: string, userIds: readonly string[] | null) {
  const known = [...planKeys, systemPlan];
  const [limits, { submissionsPerMonth, bytesPerMonth }] = [known.map(plans.limitsOf), plans.limitsOf(null)];
  const rows = {
    plans: known,
    submissions: limits.map((limit) => limit.submissionsPerMonth),
    bytes: limits.map((limit) => limit.bytesPerMonth),
    others: [submissionsPerMonth, bytesPerMonth],
  } as const;
  return findChanged(database.pool, month, rows, userIds);
}
