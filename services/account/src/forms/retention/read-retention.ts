import { expiredCountMax, type Retention } from '@inlet/contracts/form-retention';
import type { Form, User } from '@inlet/db/client';
import { countExpired } from '#forms/retention/retention.store.ts';
import type { Resources } from '#resources.ts';

export type RetentionDeps = Pick<Resources, 'database' | 'plans'>;

/** How long a form keeps submissions, and how many are older: than its days, or than others that may be chosen. */
export async function readRetention(
  { database, plans }: RetentionDeps,
  { plan }: Pick<User, 'plan'>,
  { id, retentionDays: days }: Pick<Form, 'id' | 'retentionDays'>,
  previewed = days,
): Promise<Retention> {
  const found = previewed === null ? 0 : await countExpired(database.pool, id, previewed, expiredCountMax + 1);
  return {
    days,
    isActive: plans.allows(plan, 'automatic_deletion'),
    expired: Math.min(found, expiredCountMax),
    expiredIsExact: found <= expiredCountMax,
  };
}
