import type { Prisma, PrismaClient, User } from '@inlet/db/client';

export interface Member {
  readonly personId: string;
  readonly role: string;
  readonly email: string;
}

/** The members of a workspace, the first one first. */
export async function findMembers(tx: Prisma.TransactionClient, userId: string): Promise<Member[]> {
  const members = await tx.membership.findMany({
    where: { userId },
    include: { person: { select: { email: true } } },
    orderBy: [{ createdAt: 'asc' }, { personId: 'asc' }],
  });
  return members.map(({ personId, role, person }) => ({ personId, role, email: person.email }));
}

export interface PersonsWorkspace {
  readonly user: User;
  readonly isAlone: boolean;
  /** Nobody else could do what an owner does. */
  readonly isLastOwner: boolean;
}

/** The workspaces of a person, those that others made first. */
export async function findWorkspaces(prisma: PrismaClient, personId: string): Promise<PersonsWorkspace[]> {
  const memberships = await prisma.membership.findMany({
    where: { personId },
    include: { user: { include: { memberships: { where: { NOT: { personId } } } } } },
    orderBy: [{ createdAt: 'desc' }, { userId: 'asc' }],
  });
  return memberships.map(({ role, user: { memberships: others, ...user } }) => ({
    user,
    isAlone: others.length === 0,
    isLastOwner: role === 'owner' && !others.some((other) => other.role === 'owner'),
  }));
}

/** The workspaces that a person is in, in the order in which they are locked. */
export async function findJoined(tx: Prisma.TransactionClient, personId: string): Promise<string[]> {
  const joined = await tx.membership.findMany({ where: { personId }, orderBy: { userId: 'asc' } });
  return joined.map(({ userId }) => userId);
}

/** Whether a person is the only member of a workspace. */
export async function isAlone(tx: Prisma.TransactionClient, userId: string): Promise<boolean> {
  return (await tx.membership.count({ where: { userId } })) <= 1;
}
