import type { AuditAction } from '@inlet/contracts/audit';
import type { Prisma } from '@inlet/db/client';
import type { Response } from 'express';
import { v7 as uuidv7 } from 'uuid';
import { currentCaller, currentUser } from '#auth/caller.ts';
import { clientOf } from '#auth/client-of.ts';

export type AuditDetails = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** Notes what the caller did, for the owner of the account; in the transaction that does it, where there is one. */
export async function recordAudit(
  tx: Pick<Prisma.TransactionClient, 'auditEvent'>,
  response: Response,
  action: AuditAction,
  details: AuditDetails = {},
): Promise<void> {
  const caller = currentCaller(response);
  const actor = caller.kind === 'key' ? `key: ${caller.name}` : 'session';
  await recordAuditOf(tx, { userId: currentUser(response).id, actor, response, action, details });
}

export interface AuditNote {
  readonly userId: string;
  readonly actor: string;
  readonly response: Response;
  readonly action: AuditAction;
  readonly details?: AuditDetails;
}

/** The same where nobody is signed in yet. */
export async function recordAuditOf(
  tx: Pick<Prisma.TransactionClient, 'auditEvent'>,
  { userId, actor, response, action, details = {} }: AuditNote,
): Promise<void> {
  const { address, userAgent } = clientOf(response);
  await tx.auditEvent.create({ data: { id: uuidv7(), userId, action, actor, address, userAgent, details } });
}
