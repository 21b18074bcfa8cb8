import { systemPlan } from '@inlet/contracts/plans';
import type { Prisma, PrismaClient } from '@inlet/db/client';

/** Whether nobody has ever had an account here; the product's own account is always there. */
export async function isFresh(prisma: PrismaClient): Promise<boolean> {
  if ((await prisma.installation.count({ where: { firstAccountAt: null } })) === 0) return false;
  const isPerson = { OR: [{ plan: null }, { plan: { not: systemPlan } }] };
  return (await prisma.user.count({ where: isPerson })) === 0;
}

/** Notes that there is an account now; true for the first one. Of two at once, the second waits for the first. */
export async function markFirstAccount(tx: Prisma.TransactionClient): Promise<boolean> {
  const { count } = await tx.installation.updateMany({
    where: { firstAccountAt: null },
    data: { firstAccountAt: new Date() },
  });
  return count === 1;
}
