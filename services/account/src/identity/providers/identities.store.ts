import type { Identity, Person, Prisma, PrismaClient } from '@inlet/db/client';

export interface IdentityKey {
  readonly issuer: string;
  readonly subject: string;
}

export async function findPersonByIdentity(
  reader: Pick<PrismaClient, 'identity'>,
  { issuer, subject }: IdentityKey,
): Promise<Person | null> {
  const where = { issuer_subject: { issuer, subject } };
  return (await reader.identity.findUnique({ where, include: { person: true } }))?.person ?? null;
}

export async function insertIdentity(
  tx: Prisma.TransactionClient,
  { issuer, subject }: IdentityKey,
  personId: string,
): Promise<void> {
  await tx.identity.create({ data: { issuer, subject, personId } });
}

export async function noteIdentityUsed(prisma: PrismaClient, { issuer, subject }: IdentityKey): Promise<void> {
  // Many, for it may be gone.
  await prisma.identity.updateMany({ where: { issuer, subject }, data: { lastUsedAt: new Date() } });
}

export function findIdentities(reader: Pick<PrismaClient, 'identity'>, personId: string): Promise<Identity[]> {
  return reader.identity.findMany({ where: { personId }, orderBy: [{ createdAt: 'asc' }, { issuer: 'asc' }] });
}

export async function deleteIdentities(
  tx: Prisma.TransactionClient,
  personId: string,
  issuer: string,
): Promise<number> {
  const { count } = await tx.identity.deleteMany({ where: { personId, issuer } });
  return count;
}

/** Whether a person can sign in without any provider. */
export async function hasOwnWayIn(
  tx: Prisma.TransactionClient,
  personId: string,
  passwordsAreOn: boolean,
): Promise<boolean> {
  if ((await tx.passkey.count({ where: { personId } })) > 0) return true;
  return passwordsAreOn && (await tx.person.count({ where: { id: personId, passwordHash: { not: null } } })) > 0;
}
