import type { Passkey, Prisma, PrismaClient } from '@inlet/db/client';

export function findPasskeys(reader: Pick<PrismaClient, 'passkey'>, personId: string): Promise<Passkey[]> {
  return reader.passkey.findMany({ where: { personId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
}

export function findByCredential(prisma: PrismaClient, credentialId: string): Promise<Passkey | null> {
  return prisma.passkey.findUnique({ where: { credentialId } });
}

/** Stores a passkey; returns null where its credential is stored already. */
export async function insertPasskey(
  tx: Prisma.TransactionClient,
  passkey: Prisma.PasskeyUncheckedCreateInput,
): Promise<Passkey | null> {
  const [stored] = await tx.passkey.createManyAndReturn({ data: [passkey], skipDuplicates: true });
  return stored ?? null;
}

/**
 * Notes the use of a passkey by the counter of its authenticator, which grows with each use or is always 0. Returns
 * false for a counter that does not grow: somebody has copied the key, or brings one answer twice.
 */
export async function notePasskeyUse(prisma: PrismaClient, id: string, counter: number): Promise<boolean> {
  const count = await prisma.$executeRaw`
    update passkeys set counter = ${counter}, last_used_at = now()
    where id = ${id}::uuid and (counter < ${counter} or (counter = 0 and ${counter} = 0))`;
  return count === 1;
}

export async function deletePasskey(
  tx: Prisma.TransactionClient,
  personId: string,
  id: string,
): Promise<Passkey | null> {
  const passkey = await tx.passkey.findFirst({ where: { id, personId } });
  if (passkey) await tx.passkey.delete({ where: { id } });
  return passkey;
}

/** Whether a person can sign in without a passkey: by a password or by another provider. */
export async function hasOtherWayIn(tx: Prisma.TransactionClient, personId: string): Promise<boolean> {
  const where = { id: personId, OR: [{ passwordHash: { not: null } }, { identities: { some: {} } }] };
  return (await tx.person.count({ where })) > 0;
}
