import type { AuditAction } from '@inlet/contracts/audit';
import type { Prisma, Target } from '@inlet/db/client';
import type { Actor } from '#access/actor.ts';
import { type AuditDetails, recordAudit } from '#access/audit/record-audit.ts';
import { lockAccount } from '#access/lock-account.ts';
import { auditedTarget } from '#deliveries/targets/audited-target.ts';
import { findTarget, saveTarget } from '#deliveries/targets/targets.store.ts';
import { targetNotFound } from '#errors.ts';
import type { Resources } from '#resources.ts';

export interface TargetChange {
  readonly values: Prisma.TargetUncheckedUpdateInput;
  readonly details?: AuditDetails;
}

/** Changes a target and records it in one transaction. If `decide` returns null, the target is unchanged. */
export function changeTarget(
  { database }: Pick<Resources, 'database'>,
  actor: Actor,
  id: string,
  action: AuditAction,
  decide: (target: Target, tx: Prisma.TransactionClient) => TargetChange | null | Promise<TargetChange | null>,
): Promise<Target> {
  return database.prisma.$transaction(async (tx) => {
    // The values of `sealed` are read, changed and written, so only one change may run at a time.
    await lockAccount(tx, actor.userId);
    const found = await findTarget(tx, id, actor.userId);
    if (!found) throw targetNotFound();
    const change = await decide(found.target, tx);
    if (change === null) return found.target;
    const target = await saveTarget(tx, id, change.values);
    await recordAudit(tx, actor, action, { ...auditedTarget(target), ...change.details });
    return target;
  });
}
