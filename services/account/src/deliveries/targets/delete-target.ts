import type { Target } from '@inlet/db/client';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { lockAccount } from '#access/lock-account.ts';
import { auditedTarget } from '#deliveries/targets/audited-target.ts';
import { removeTarget } from '#deliveries/targets/targets.store.ts';
import { targetNotFound } from '#errors.ts';
import type { Resources } from '#resources.ts';

/** Deletes a target at once. It may have many deliveries and log entries, so the worker deletes them afterwards. */
export function deleteTarget({ database }: Pick<Resources, 'database'>, actor: Actor, target: Target): Promise<void> {
  return database.prisma.$transaction(async (tx) => {
    await lockAccount(tx, actor.userId);
    if (!(await removeTarget(tx, target.id))) throw targetNotFound();
    await recordAudit(tx, actor, 'target.deleted', auditedTarget(target));
  });
}
