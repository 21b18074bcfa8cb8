import { randomUUID } from 'node:crypto';
import type { Person, PrismaClient } from '@inlet/db/client';

export interface MemberOverrides {
  readonly role?: string;
  readonly email?: string;
  readonly passwordHash?: string;
  /** Without it, the member sees all forms. */
  readonly formIds?: readonly string[];
}

/** Stores a person that is in a workspace and has none of their own. */
export async function buildMember(
  prisma: PrismaClient,
  userId: string,
  { role = 'editor', email, passwordHash = 'no password has this hash', formIds }: MemberOverrides = {},
): Promise<Person> {
  const id = randomUUID();
  const person = await prisma.person.create({ data: { id, email: email ?? `${id}@example.com`, passwordHash } });
  await prisma.membership.create({ data: { userId, personId: id, role, allForms: formIds === undefined } });
  const rows = (formIds ?? []).map((formId) => ({ userId, personId: id, formId }));
  await prisma.membershipForm.createMany({ data: rows });
  return person;
}
