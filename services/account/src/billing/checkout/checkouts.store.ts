import type { Checkout, Prisma, PrismaClient } from '@inlet/db/client';

/** The checkout that an account can still pay, if there is one. */
export function findLivingCheckout(
  tx: Prisma.TransactionClient | PrismaClient,
  userId: string,
): Promise<Checkout | null> {
  return tx.checkout.findFirst({
    where: { userId, state: { in: ['opening', 'open'] } },
    orderBy: { createdAt: 'desc' },
  });
}

/** The same, if it has not expired. */
export async function findPayable(prisma: PrismaClient, userId: string): Promise<Checkout | null> {
  const living = await findLivingCheckout(prisma, userId);
  return living && living.expiresAt.getTime() > Date.now() ? living : null;
}

export function insertCheckout(
  tx: Prisma.TransactionClient,
  checkout: Prisma.CheckoutUncheckedCreateInput,
): Promise<Checkout> {
  return tx.checkout.create({ data: checkout });
}

/** Notes the session that Stripe made; returns false for a checkout that has ended or is gone in the meantime. */
export async function markOpen(
  prisma: PrismaClient,
  id: string,
  session: { readonly id: string; readonly url: string | null },
): Promise<boolean> {
  const { count } = await prisma.checkout.updateMany({
    where: { id, state: 'opening' },
    data: { state: 'open', stripeSessionId: session.id, url: session.url },
  });
  if (count === 1) return true;
  // A concurrent request or an event may have recorded the same.
  return (await prisma.checkout.count({ where: { id, state: 'open', stripeSessionId: session.id } })) === 1;
}

/** Ends a checkout; one that has already ended keeps its outcome. */
export async function markEnded(
  tx: Prisma.TransactionClient,
  id: string,
  state: 'completed' | 'expired' | 'failed',
): Promise<boolean> {
  const { count } = await tx.checkout.updateMany({
    where: { id, state: { in: ['opening', 'open'] } },
    data: { state },
  });
  return count === 1;
}

export function findBySession(prisma: PrismaClient, stripeSessionId: string): Promise<Checkout | null> {
  return prisma.checkout.findUnique({ where: { stripeSessionId } });
}

export function findCheckout(prisma: PrismaClient, id: string): Promise<Checkout | null> {
  return prisma.checkout.findUnique({ where: { id } });
}

/**
 * Checkouts that have expired without a known outcome, and those whose session was requested without receiving a
 * response.
 */
export function findOverdue(prisma: PrismaClient, before: Date, limit: number): Promise<Checkout[]> {
  return prisma.checkout.findMany({
    where: {
      OR: [
        { state: { in: ['opening', 'open'] }, expiresAt: { lt: before } },
        { state: 'opening', createdAt: { lt: before } },
      ],
    },
    orderBy: { expiresAt: 'asc' },
    take: limit,
  });
}
