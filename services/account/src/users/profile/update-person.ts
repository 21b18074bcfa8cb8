import type { Person } from '@inlet/db/client';
import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#access/audit/record-audit.ts';
import { saveWorkMails } from '#access/people.store.ts';
import type { Resources } from '#resources.ts';

/** Changes what a person chose for all workspaces. */
export async function updatePerson(
  { database }: Pick<Resources, 'database'>,
  actor: Actor,
  person: Person | null,
  wantsWorkMails: boolean | undefined,
): Promise<Person | null> {
  if (person === null || wantsWorkMails === undefined || wantsWorkMails === person.wantsWorkMails) return person;
  return database.prisma.$transaction(async (tx) => {
    await recordAudit(tx, actor, 'account.updated', { wantsWorkMails });
    return saveWorkMails(tx, person.id, wantsWorkMails);
  });
}
