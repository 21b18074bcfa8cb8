import type { Form, Person } from '@inlet/db/client';
import { type FormMember, findMemberOf } from '#access/members.store.ts';
import { invalidField } from '#errors.ts';
import type { Resources } from '#resources.ts';

/** The member that submissions are assigned to; null if a change assigns them to nobody, or concerns something else. */
export async function findAssignee(
  { database }: Pick<Resources, 'database'>,
  form: Form,
  id: string | null | undefined,
): Promise<FormMember | null> {
  if (id === null || id === undefined) return null;
  const member = await findMemberOf(database.prisma, form, id);
  if (!member) throw invalidField('Choose a member of the workspace who sees this form', 'assigneeId');
  return member;
}

/** A filter with the id of the person instead of `me`. */
export function withPerson<Filter extends { readonly assignee?: string | undefined }>(
  filter: Filter,
  person: Pick<Person, 'id'> | null,
): Filter {
  if (filter.assignee !== 'me') return filter;
  if (!person) throw invalidField('An API key is nobody: name a member by id, or none', 'assignee');
  return { ...filter, assignee: person.id };
}
