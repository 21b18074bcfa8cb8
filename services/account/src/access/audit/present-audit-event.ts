import { type AuditEvent, formerMember } from '@inlet/contracts/audit';
import type { Pool } from 'pg';
import { type AuditRow, findAddresses } from '#access/audit/audit.store.ts';
import { isId } from '#access/is-id.ts';

/** Events with the present addresses of the people in them, because the trail stores only ids of people. */
export async function presentAuditEvents(pool: Pool, rows: readonly AuditRow[]): Promise<AuditEvent[]> {
  const ids = new Set(rows.flatMap((row) => [row.personId, memberOf(row)]).filter((id) => id !== null));
  const addresses = ids.size > 0 ? await findAddresses(pool, [...ids]) : new Map<string, string>();
  const addressOf = (id: string | null) => id && (addresses.get(id) ?? formerMember);
  return rows.map((row) => {
    const { id, action, actor, personId, address, userAgent, details, createdAt } = row;
    const member = memberOf(row);
    return {
      ...{ id, action, actor, personId, actorEmail: addressOf(personId), address, userAgent },
      details: member === null ? details : { ...details, email: addressOf(member) },
      createdAt: createdAt.toISOString(),
    };
  });
}

/** The person whom an event is about. */
function memberOf({ details: { member } }: AuditRow): string | null {
  return typeof member === 'string' && isId(member) ? member : null;
}
