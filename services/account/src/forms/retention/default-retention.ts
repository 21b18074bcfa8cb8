import type { DefaultRetention } from '@inlet/contracts/form-retention';
import type { User } from '@inlet/db/client';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import type { RetentionDeps } from '#forms/retention/read-retention.ts';
import { saveDefault } from '#forms/retention/retention.store.ts';

/** The retention of new forms, in days. */
export function presentDefault(
  { plans }: Pick<RetentionDeps, 'plans'>,
  { plan, defaultRetentionDays: days }: User,
): DefaultRetention {
  return { days, isActive: plans.allows(plan, 'automatic_deletion') };
}

/** Changes the default; existing forms are unchanged. */
export async function updateDefault(
  { database }: Pick<RetentionDeps, 'database'>,
  actor: Actor,
  user: User,
  days: number | null,
): Promise<User> {
  if (user.defaultRetentionDays === days) return user;
  return database.prisma.$transaction(async (tx) => {
    await recordAudit(tx, actor, 'account.retention_changed', { days });
    return saveDefault(tx, user.id, days);
  });
}
