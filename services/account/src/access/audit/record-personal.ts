import type { AuditAction } from '@inlet/contracts/audit';
import type { Prisma } from '@inlet/db/client';
import { type AuditDetails, recordAudit } from '#access/audit/record-audit.ts';
import { findHome } from '#access/seats.store.ts';

/** A person, or somebody who acts in the person's name. */
export interface PersonalActor {
  readonly personId: string;
  /** As the audit trail names it: `session` or `system`. */
  readonly name: string;
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** Records what concerns a person and no workspace. It stands in the trail of the person's own workspace. */
export async function recordPersonal(
  tx: Pick<Prisma.TransactionClient, 'auditEvent' | '$queryRaw'>,
  actor: PersonalActor,
  action: AuditAction,
  details?: AuditDetails,
): Promise<void> {
  const userId = await findHome(tx, actor.personId);
  if (userId !== null) await recordAudit(tx, { ...actor, userId }, action, details);
}
