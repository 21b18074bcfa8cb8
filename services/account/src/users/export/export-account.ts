import type { Person } from '@inlet/db/client';
import type { Semaphore } from '@inlet/process/semaphore';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { lockAccount } from '#access/lock-account.ts';
import type { Seat } from '#access/seat.ts';
import type { TargetDeps } from '#deliveries/targets/target-sealing.ts';
import type { Resources } from '#resources.ts';
import { writeAccountDocument } from '#users/export/account-document.ts';
import { readHoldings } from '#users/export/export.store.ts';

/** Records the export, and returns all data about an account as one document, in pieces. */
export async function exportAccount(
  deps: Pick<Resources, 'config' | 'plans' | 'openReads'> & TargetDeps,
  semaphore: Semaphore,
  actor: Actor,
  seat: Seat & { readonly person: Person },
): Promise<AsyncGenerator<string>> {
  const { prisma, pool } = deps.database;
  const { user, person } = seat;
  const holdings = await readHoldings(prisma, user.id, person.id);
  await prisma.$transaction(async (tx) => {
    await lockAccount(tx, user.id);
    await recordAudit(tx, actor, 'account.exported');
  });
  const { plans, config } = deps;
  return writeAccountDocument({
    pool,
    reads: deps.openReads(),
    targetDeps: deps,
    plans,
    semaphore,
    seat,
    holdings,
    publicUrl: config.PUBLIC_URL,
  });
}
