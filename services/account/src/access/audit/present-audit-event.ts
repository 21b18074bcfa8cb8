import type { AuditEvent } from '@inlet/contracts/audit';
import { formerInvitation, formerMember } from '@inlet/contracts/former-people';
import type { Pool } from 'pg';
import { type AuditRow, findAddresses, findInvited } from '#access/audit/audit.store.ts';
import { isId } from '#access/is-id.ts';

/** Events with the present addresses of those in them, because the trail stores only ids of people and invitations. */
export async function presentAuditEvents(pool: Pool, rows: readonly AuditRow[]): Promise<AuditEvent[]> {
  const people = idsIn(rows.flatMap((row) => [row.personId, idIn(row, 'member')]));
  const invitations = idsIn(rows.map((row) => idIn(row, 'invitation')));
  const addresses = people.length > 0 ? await findAddresses(pool, people) : new Map<string, string>();
  const invited =
    invitations.length > 0 ? await findInvited(pool, invitations, formerMember) : new Map<string, string>();
  const addressOf = (id: string | null) => id && (addresses.get(id) ?? formerMember);
  return rows.map((row) => {
    const { id, action, actor, personId, address, userAgent, details, createdAt } = row;
    const [member, invitation] = [idIn(row, 'member'), idIn(row, 'invitation')];
    const email = member === null ? invitation && (invited.get(invitation) ?? formerInvitation) : addressOf(member);
    return {
      ...{ id, action, actor, personId, actorEmail: addressOf(personId), address, userAgent },
      details: email === null ? details : { ...details, email },
      createdAt: createdAt.toISOString(),
    };
  });
}

/** The person or the invitation that an event is about. */
function idIn({ details }: AuditRow, name: 'member' | 'invitation'): string | null {
  const id = details[name];
  return typeof id === 'string' && isId(id) ? id : null;
}

function idsIn(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
