import type { Membership, Person, Prisma, PrismaClient, User, WorkspaceInvitation } from '@inlet/db/client';

type Reader = Pick<Prisma.TransactionClient, 'membership' | 'workspaceInvitation' | 'form'>;

export function findMine(prisma: PrismaClient, personId: string) {
  return prisma.membership.findMany({
    where: { personId },
    include: { user: true },
    orderBy: [{ createdAt: 'asc' }, { userId: 'asc' }],
  });
}

export function countOwned(tx: Prisma.TransactionClient, personId: string): Promise<number> {
  return tx.membership.count({ where: { personId, role: 'owner' } });
}

/** Makes a workspace that has no address and no plan yet. */
export async function insertWorkspace(
  tx: Prisma.TransactionClient,
  { id, name, timeZone }: Pick<User, 'id' | 'timeZone'> & { readonly name: string },
  personId: string,
): Promise<User> {
  const user = await tx.user.create({ data: { id, name, timeZone } });
  await tx.membership.create({ data: { userId: id, personId, role: 'owner' } });
  return user;
}

export function saveWorkspace(tx: Prisma.TransactionClient, id: string, change: Prisma.UserUpdateInput): Promise<User> {
  return tx.user.update({ where: { id }, data: change });
}

/** Many, for the session may be gone. */
export async function saveLastUsed(prisma: PrismaClient, sessionId: string, workspaceId: string): Promise<void> {
  await prisma.session.updateMany({ where: { id: sessionId }, data: { workspaceId } });
}

export interface StoredMember extends Membership {
  readonly person: Person;
  readonly formIds: readonly string[];
  readonly hasSecondFactor: boolean;
}

export async function findAllMembers(reader: Reader, userId: string): Promise<StoredMember[]> {
  const found = await reader.membership.findMany({
    where: { userId },
    include: {
      forms: { select: { formId: true } },
      person: { include: { totp: true, passkeys: { select: { id: true }, take: 1 } } },
    },
    orderBy: [{ createdAt: 'asc' }, { personId: 'asc' }],
  });
  return found.map(({ forms, person: { totp, passkeys, ...person }, ...member }) => ({
    ...member,
    person,
    formIds: forms.map(({ formId }) => formId),
    hasSecondFactor: totp?.confirmedAt != null || passkeys.length > 0,
  }));
}

export function findInvitations(reader: Reader, userId: string): Promise<WorkspaceInvitation[]> {
  const where = { userId, expiresAt: { gt: new Date() } };
  return reader.workspaceInvitation.findMany({ where, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
}

/** The forms among these that the workspace has. */
export async function findOwnForms(reader: Reader, userId: string, ids: readonly string[]): Promise<string[]> {
  const found = await reader.form.findMany({ where: { userId, id: { in: [...ids] } }, select: { id: true } });
  return found.map(({ id }) => id);
}

export interface SeenForms {
  readonly allForms: boolean;
  readonly formIds: readonly string[];
}

export async function saveMember(
  tx: Prisma.TransactionClient,
  { userId, personId }: Pick<Membership, 'userId' | 'personId'>,
  { role, allForms, formIds }: SeenForms & { readonly role: string },
): Promise<void> {
  await tx.membership.upsert({
    where: { userId_personId: { userId, personId } },
    create: { userId, personId, role, allForms },
    update: { role, allForms },
  });
  await tx.membershipForm.deleteMany({ where: { userId, personId } });
  await tx.membershipForm.createMany({ data: formIds.map((formId) => ({ userId, personId, formId })) });
}

export async function deleteMember(tx: Prisma.TransactionClient, userId: string, personId: string): Promise<void> {
  await tx.membership.deleteMany({ where: { userId, personId } });
}

/** One invitation for an address: a newer one replaces it. */
export async function saveInvitation(
  tx: Prisma.TransactionClient,
  invitation: Prisma.WorkspaceInvitationUncheckedCreateInput,
): Promise<WorkspaceInvitation> {
  const { userId, email } = invitation;
  await tx.workspaceInvitation.deleteMany({ where: { userId, email } });
  return tx.workspaceInvitation.create({ data: invitation });
}

export async function deleteInvitation(tx: Prisma.TransactionClient, userId: string, id: string) {
  const found = await tx.workspaceInvitation.findFirst({ where: { id, userId } });
  if (found) await tx.workspaceInvitation.delete({ where: { id } });
  return found;
}

export function findByHash(reader: Pick<Prisma.TransactionClient, 'workspaceInvitation'>, tokenHash: string) {
  return reader.workspaceInvitation.findFirst({ where: { tokenHash, expiresAt: { gt: new Date() } } });
}

/** Uses an invitation up; of two at once, one finds it. */
export async function takeInvitation(tx: Prisma.TransactionClient, id: string): Promise<boolean> {
  return (await tx.workspaceInvitation.deleteMany({ where: { id, expiresAt: { gt: new Date() } } })).count > 0;
}
