import type { Person } from '@inlet/db/client';
import type { PersonalActor } from '#access/audit/record-personal.ts';
import type { Client } from '#access/caller.ts';

/** Somebody who does something for themselves, and for no workspace. */
export function personalActor({ person, client }: { readonly person: Person; readonly client: Client }): PersonalActor {
  return { personId: person.id, name: 'session', ...client };
}
