import { systemPlan } from '@inlet/contracts/plans';
import type { Prisma, PrismaClient } from '@inlet/db/client';

/** True if there has never been an account besides the product's own. */
export async function isFresh(prisma: PrismaClient): Promise<boolean> {
  if ((await prisma.installation.count({ where: { firstAccountAt: null } })) === 0) return false;
  const isPerson = { OR: [{ plan: null }, { plan: { not: systemPlan } }] };
  return (await prisma.user.count({ where: isPerson })) === 0;
}

/** Records that an account exists; returns true for the first one. A concurrent call waits for the first. */
export async function markFirstAccount(tx: Prisma.TransactionClient): Promise<boolean> {
  const { count } = await tx.installation.updateMany({
    where: { firstAccountAt: null },
    data: { firstAccountAt: new Date() },
  });
  return count === 1;
}
