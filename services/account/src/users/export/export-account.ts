import type { User } from '@inlet/db/client';
import type { Semaphore } from '@inlet/process/semaphore';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { lockAccount } from '#access/lock-account.ts';
import type { TargetDeps } from '#deliveries/targets/target-sealing.ts';
import type { Resources } from '#resources.ts';
import { writeAccountDocument } from '#users/export/account-document.ts';
import { readHoldings } from '#users/export/export.store.ts';

/** Records the export, and returns all data about an account as one document, in pieces. */
export async function exportAccount(
  deps: Pick<Resources, 'config' | 'plans'> & TargetDeps,
  semaphore: Semaphore,
  actor: Actor,
  user: User,
): Promise<AsyncGenerator<string>> {
  const { prisma, pool } = deps.database;
  const holdings = await readHoldings(prisma, user.id);
  await prisma.$transaction(async (tx) => {
    await lockAccount(tx, user.id);
    await recordAudit(tx, actor, 'account.exported');
  });
  const { plans, config } = deps;
  return writeAccountDocument({
    pool,
    targetDeps: deps,
    plans,
    semaphore,
    user,
    holdings,
    publicUrl: config.PUBLIC_URL,
  });
}
