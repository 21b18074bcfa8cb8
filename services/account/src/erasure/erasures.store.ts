import type { Prisma, PrismaClient } from '@inlet/db/client';
import { type ShownErasure, shown } from '#erasure/shown-erasure.ts';

export function findErasures(prisma: PrismaClient, userId: string, limit?: number): Promise<ShownErasure[]> {
  const orderBy = [{ requestedAt: 'desc' as const }, { id: 'desc' as const }];
  return prisma.erasure.findMany({ where: { userId }, orderBy, select: shown, ...(limit && { take: limit }) });
}

/** An erasure of any account. The caller compares its owner. */
export function findAnyErasure(prisma: PrismaClient, id: string): Promise<ShownErasure | null> {
  return prisma.erasure.findUnique({ where: { id }, select: shown });
}

/** The unfinished erasure of an address. */
export async function findUnfinished(
  tx: Prisma.TransactionClient,
  userId: string,
  hashes: readonly Buffer[],
): Promise<string | null> {
  const addressHash = { in: hashes.map((hash) => Uint8Array.from(hash)) };
  const found = await tx.erasure.findFirst({
    where: { userId, addressHash, state: { not: 'done' } },
    select: { id: true },
  });
  return found?.id ?? null;
}

interface NewErasure {
  readonly id: string;
  readonly userId: string;
  readonly addressHash: Buffer;
  readonly sealed: Buffer;
}

export async function insertErasure(
  tx: Prisma.TransactionClient,
  { addressHash, sealed, ...erasure }: NewErasure,
): Promise<void> {
  const bytes = { addressHash: Uint8Array.from(addressHash), sealed: Uint8Array.from(sealed) };
  await tx.erasure.create({ data: { ...erasure, ...bytes }, select: { id: true } });
}
