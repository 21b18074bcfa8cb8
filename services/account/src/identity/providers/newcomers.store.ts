import type { Person, Prisma, PrismaClient } from '@inlet/db/client';
import { v7 as uuidv7 } from 'uuid';

export interface Newcomer {
  readonly email: string;
  readonly isVerified: boolean;
}

/** The place of a newcomer in a workspace that exists. */
export interface Seat {
  readonly workspaceId: string;
  readonly role: string;
}

/** Makes a person without a password, who joins a workspace, or gets one of the same id, or has none yet. */
export async function insertNewcomer(
  tx: Prisma.TransactionClient,
  { email, isVerified }: Newcomer,
  home: Seat | 'own' | 'none',
): Promise<Person> {
  const id = uuidv7();
  const emailVerifiedAt = isVerified ? new Date() : null;
  const person = await tx.person.create({ data: { id, email, emailVerifiedAt } });
  if (home === 'none') return person;
  if (home !== 'own') {
    await tx.membership.create({ data: { userId: home.workspaceId, personId: id, role: home.role } });
    return person;
  }
  // The release before reads the address here.
  await tx.user.create({ data: { id, email, emailVerifiedAt, passwordHash: '' } });
  const membership = { userId: id, personId: id };
  await tx.membership.upsert({
    where: { userId_personId: membership },
    create: { ...membership, role: 'owner' },
    update: {},
  });
  return person;
}

export async function workspaceExists(tx: Prisma.TransactionClient, id: string): Promise<boolean> {
  return (await tx.user.count({ where: { id } })) > 0;
}

/** The hash of the token of an invitation for an address that can still be used. */
export async function findInvitationHash(
  reader: Pick<PrismaClient, 'invitation'>,
  email: string,
): Promise<string | null> {
  const where = { email, usedAt: null, expiresAt: { gt: new Date() } };
  return (await reader.invitation.findFirst({ where, orderBy: { createdAt: 'desc' } }))?.tokenHash ?? null;
}
