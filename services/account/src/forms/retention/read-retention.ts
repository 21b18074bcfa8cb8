import { expiredCountMax, type Retention } from '@inlet/contracts/form-retention';
import type { Form, User } from '@inlet/db/client';
import { countExpired } from '#forms/retention/retention.store.ts';
import type { Resources } from '#resources.ts';

export type RetentionDeps = Pick<Resources, 'database' | 'plans'>;

/** A form's retention, and the number of submissions that exceed it, or another number of days. */
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
