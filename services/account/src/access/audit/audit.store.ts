import type { Prisma, PrismaClient } from '@inlet/db/client';
import type { Pool } from 'pg';

export interface AuditRow {
  readonly id: string;
  readonly action: string;
  readonly actor: string;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly details: Record<string, unknown>;
  readonly createdAt: Date;
}

/** A cursor in the list: right after this event. */
export type AuditPosition = Pick<AuditRow, 'id' | 'createdAt'>;

/** The condition is on the whole key, so that a page deep in the list costs no more than the first one. */
const pageSql = `
select id, action, actor, address, user_agent as "userAgent", details, created_at as "createdAt"
from audit_events
where user_id = $1 and (created_at, id) < ($2, $3)
order by created_at desc, id desc
limit $4`;

const newest = { createdAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

export interface AuditFilter {
  readonly userId: string;
  readonly limit: number;
  readonly before: AuditPosition | null;
}

/** An account's events from a cursor on, newest first. */
export async function findEvents(pool: Pool, { userId, limit, before }: AuditFilter): Promise<AuditRow[]> {
  const { createdAt, id } = before ?? newest;
  const values = [userId, createdAt, id, limit];
  return (await pool.query<AuditRow>({ name: 'page-of-audit', text: pageSql, values })).rows;
}

export function findPosition(prisma: PrismaClient, userId: string, id: string): Promise<AuditPosition | null> {
  return prisma.auditEvent.findFirst({ where: { id, userId }, select: { id: true, createdAt: true } });
}

export async function insertEvent(
  tx: Pick<Prisma.TransactionClient, 'auditEvent'>,
  event: Prisma.AuditEventUncheckedCreateInput,
): Promise<void> {
  await tx.auditEvent.create({ data: event });
}
