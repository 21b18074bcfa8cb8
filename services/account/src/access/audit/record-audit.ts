import type { AuditAction } from '@inlet/contracts/audit';
import type { Prisma } from '@inlet/db/client';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '#access/actor.ts';

export type AuditDetails = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** Notes what was done, for the owner of the account; in the transaction that does it, where there is one. */
export async function recordAudit(
  tx: Pick<Prisma.TransactionClient, 'auditEvent'>,
  { userId, name, address, userAgent }: Actor,
  action: AuditAction,
  details: AuditDetails = {},
): Promise<void> {
  await tx.auditEvent.create({ data: { id: uuidv7(), userId, actor: name, address, userAgent, action, details } });
}
