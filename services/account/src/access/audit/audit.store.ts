import type { Prisma, PrismaClient } from '@inlet/db/client';
import type { Pool } from 'pg';

export interface AuditRow {
  readonly id: string;
  readonly action: string;
  readonly actor: string;
  readonly personId: string | null;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly details: Record<string, unknown>;
  readonly createdAt: Date;
}

/** A cursor in the list: right after this event. */
export type AuditPosition = Pick<AuditRow, 'id' | 'createdAt'>;

/**
 * The condition is on the whole key, so that a page deep in the list costs no more than the first one. Events of a time
 * when an account had one person do not name it; the person has the account's id.
 */
const pageSql = `
select id, action, actor, address, user_agent as "userAgent", details, created_at as "createdAt",
  coalesce(person_id, case actor when 'session' then user_id end) as "personId"
from audit_events
where user_id = $1 and (created_at, id) < ($2, $3)
  and ($5::text is null or action = $5)
  and ($6::text is null or actor = $6 or coalesce(person_id, case actor when 'session' then user_id end) = any($7::uuid[]))
order by created_at desc, id desc
limit $4`;

const newest = { createdAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

export interface AuditFilter {
  readonly userId: string;
  readonly action?: string | undefined;
  /** A caller as events name it, or one of these people. */
  readonly actor?: { readonly name: string; readonly personIds: readonly string[] } | undefined;
  readonly limit: number;
  readonly before: AuditPosition | null;
}

/** An account's events from a cursor on, newest first. */
export async function findEvents(pool: Pool, filter: AuditFilter): Promise<AuditRow[]> {
  const { userId, limit, before, action = null, actor } = filter;
  const { createdAt, id } = before ?? newest;
  const values = [userId, createdAt, id, limit, action, actor?.name ?? null, actor?.personIds ?? []];
  return (await pool.query<AuditRow>({ name: 'page-of-audit', text: pageSql, values })).rows;
}

/** The addresses of people by their ids; those who are deleted have none. */
export async function findAddresses(pool: Pool, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ id: string; email: string }>({
    name: 'addresses-of-people',
    text: 'select id, email from people where id = any($1::uuid[])',
    values: [ids],
  });
  return new Map(rows.map(({ id, email }) => [id, email]));
}

const invitedSql = `
select asked.id, coalesce(invitation.email, case when joined.id is not null then coalesce(person.email, $2) end) as email
from unnest($1::uuid[]) as asked(id)
left join workspace_invitations as invitation on invitation.id = asked.id
left join audit_events as joined on joined.id = asked.id and joined.action = 'member.joined'
left join people as person on person.id = joined.person_id`;

/**
 * The addresses of invitations by their ids, and of the people who joined by one, whose event has the id of the
 * invitation. Those who are deleted have another name; an invitation that nobody joined by has none.
 */
export async function findInvited(pool: Pool, ids: readonly string[], deleted: string): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ id: string; email: string | null }>({
    name: 'addresses-of-invitations',
    text: invitedSql,
    values: [ids, deleted],
  });
  return new Map(rows.flatMap(({ id, email }) => (email === null ? [] : [[id, email] as const])));
}

export async function findPersonId(prisma: PrismaClient, email: string): Promise<string | null> {
  return (await prisma.person.findUnique({ where: { email }, select: { id: true } }))?.id ?? null;
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
