import type { Prisma, User } from '@inlet/db/client';

/** The addresses of the owners of a workspace, the first one first. Notices about the workspace go to each of them. */
export async function findOwnerEmails(
  reader: Pick<Prisma.TransactionClient, 'membership'>,
  userId: string,
): Promise<string[]> {
  const owners = await reader.membership.findMany({
    where: { userId, role: 'owner' },
    select: { person: { select: { email: true } } },
    orderBy: [{ createdAt: 'asc' }, { personId: 'asc' }],
  });
  return owners.map(({ person }) => person.email);
}

/** Where mails about money go: to the address for bills, or else to the owners. */
export async function findBillingEmails(
  reader: Pick<Prisma.TransactionClient, 'membership'>,
  { id, billingEmail }: Pick<User, 'id' | 'billingEmail'>,
): Promise<string[]> {
  return billingEmail === null ? findOwnerEmails(reader, id) : [billingEmail];
}

/** The owners of a workspace, the first one first. */
export function findOwners(reader: Pick<Prisma.TransactionClient, 'person'>, userId: string) {
  return reader.person.findMany({
    where: { memberships: { some: { userId, role: 'owner' } } },
    select: { id: true, email: true, emailVerifiedAt: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}
