import type { AuditAction } from '@inlet/contracts/audit';
import type { Prisma } from '@inlet/db/client';
import { v7 as uuidv7 } from 'uuid';
import type { Actor } from '#access/actor.ts';
import { insertEvent } from '#access/audit/audit.store.ts';

export type AuditDetails = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** Records an action for the account's owner, in the action's transaction if there is one. */
export async function recordAudit(
  tx: Pick<Prisma.TransactionClient, 'auditEvent'>,
  { userId, personId = null, name, address, userAgent }: Actor,
  action: AuditAction,
  details: AuditDetails = {},
  id: string = uuidv7(),
): Promise<void> {
  await insertEvent(tx, { id, userId, personId, actor: name, address, userAgent, action, details });
}
