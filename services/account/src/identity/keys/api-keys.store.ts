import type { ApiKey, Prisma, PrismaClient, User } from '@inlet/db/client';

export function findKeyByHash(prisma: PrismaClient, hashes: string[]): Promise<(ApiKey & { user: User }) | null> {
  return prisma.apiKey.findFirst({ where: { tokenHash: { in: hashes } }, include: { user: true } });
}

/** `updateMany` succeeds even if the key has just been revoked. */
export async function touchKey(prisma: PrismaClient, id: string): Promise<void> {
  await prisma.apiKey.updateMany({ where: { id }, data: { lastUsedAt: new Date() } });
}

export function findKeys(prisma: PrismaClient, userId: string): Promise<ApiKey[]> {
  return prisma.apiKey.findMany({ where: { userId }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] });
}

export function insertKey(tx: Prisma.TransactionClient, key: Prisma.ApiKeyUncheckedCreateInput): Promise<ApiKey> {
  return tx.apiKey.create({ data: key });
}

/** The count stays true as long as the caller's lock of the account. */
export function countKeys(tx: Prisma.TransactionClient, userId: string): Promise<number> {
  return tx.apiKey.count({ where: { userId } });
}

/** Ends some keys, and returns them. */
export async function deleteKeys(tx: Prisma.TransactionClient, where: Prisma.ApiKeyWhereInput): Promise<ApiKey[]> {
  const keys = await tx.apiKey.findMany({ where, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
  await tx.apiKey.deleteMany({ where: { id: { in: keys.map(({ id }) => id) } } });
  return keys;
}

/** Returns the key that was there, if it was the account's own. */
export async function deleteKey(tx: Prisma.TransactionClient, userId: string, id: string): Promise<ApiKey | null> {
  const key = await tx.apiKey.findFirst({ where: { id, userId } });
  if (!key) return null;
  await tx.apiKey.delete({ where: { id } });
  return key;
}
