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
  await recordAuditOf(tx, { userId: currentUser(response).id, actor: actorOf(response), response, action, details });
}

/** Who asks, as the trail names them. */
export function actorOf(response: Response): string {
  const caller = currentCaller(response);
  return caller.kind === 'key' ? `key: ${caller.name}` : 'session';
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
  await recordLateAudit(tx, { userId, actor, address, userAgent, action, details });
}

export interface LateAuditNote extends Omit<AuditNote, 'response'> {
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** The same where whoever asked has had the answer already. */
export async function recordLateAudit(
  tx: Pick<Prisma.TransactionClient, 'auditEvent'>,
  { details = {}, ...note }: LateAuditNote,
): Promise<void> {
  await tx.auditEvent.create({ data: { id: uuidv7(), ...note, details } });
}
