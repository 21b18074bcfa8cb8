import type { Form, Person, Prisma } from '@inlet/db/client';

/** A member of a workspace that sees a form. */
export type FormMember = Pick<Person, 'id' | 'email' | 'wantsWorkMails'>;

type Reader = Pick<Prisma.TransactionClient, 'person'>;

const select = { id: true, email: true, wantsWorkMails: true } as const;

function seeing({ id: formId, userId }: Pick<Form, 'id' | 'userId'>): Prisma.PersonWhereInput {
  return { memberships: { some: { userId, OR: [{ allForms: true }, { forms: { some: { formId } } }] } } };
}

/** The members that see a form. A workspace has 200 at most. */
export function findMembersOf(reader: Reader, form: Pick<Form, 'id' | 'userId'>): Promise<FormMember[]> {
  return reader.person.findMany({ where: seeing(form), select });
}

/** One of them; null if the person is none. */
export function findMemberOf(
  reader: Reader,
  form: Pick<Form, 'id' | 'userId'>,
  id: string,
): Promise<FormMember | null> {
  return reader.person.findFirst({ where: { id, ...seeing(form) }, select });
}
