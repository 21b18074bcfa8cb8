import type { Prisma, Target } from '@inlet/db/client';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { auditedTarget } from '#deliveries/targets/audited-target.ts';
import { changeTarget } from '#deliveries/targets/change-target.ts';
import { type ScheduleDeps, scheduleTarget } from '#deliveries/targets/schedule-target.ts';
import { hastenRetries, saveTargetsWithoutPlan } from '#deliveries/targets/targets.store.ts';
import type { Resources } from '#resources.ts';

/** Resumes a target's deliveries at once, and resets its failures. */
export async function resumeTarget(
  deps: Pick<Resources, 'database'> & ScheduleDeps,
  actor: Actor,
  id: string,
): Promise<Target> {
  const target = await changeTarget(deps, actor, id, 'target.resumed', async ({ state, nextAttemptAt }, tx) => {
    if (state === 'active' && nextAttemptAt === null) return null;
    await hastenRetries(tx, id);
    return { values: resumed };
  });
  scheduleTarget(deps, id);
  return target;
}

/** Resumes an account's targets whose plan had no webhooks for a while. */
export async function resumeForPlan(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  const actor = { userId, name: 'system', address: null, userAgent: null };
  for (const target of await saveTargetsWithoutPlan(tx, userId, resumed)) {
    await recordAudit(tx, actor, 'target.resumed', auditedTarget(target));
  }
}

const resumed = {
  state: 'active',
  stateReason: null,
  stoppedAt: null,
  failureStreak: 0,
  failingSince: null,
  nextAttemptAt: null,
} as const;
