import type { Prisma, PrismaClient, Subscription, User } from '@inlet/db/client';

/**
 * One process at a time works on a customer: otherwise a concurrent one could overwrite a newer state with an older.
 */
export async function lockCustomer(tx: Prisma.TransactionClient, customer: string): Promise<void> {
  await tx.$queryRaw`select 1 from (select pg_advisory_xact_lock(hashtextextended(${customer}, 7203116))) as locked`;
}

export function findCustomer(tx: Prisma.TransactionClient, customer: string): Promise<User | null> {
  return tx.user.findUnique({ where: { stripeCustomerId: customer } });
}

/** The existing accounts among these. */
export async function findUserIds(tx: Prisma.TransactionClient, ids: readonly string[]): Promise<Set<string>> {
  const found = await tx.user.findMany({ where: { id: { in: [...ids] } }, select: { id: true } });
  return new Set(found.map(({ id }) => id));
}

export async function isActive(tx: Prisma.TransactionClient, id: string): Promise<boolean> {
  return (await tx.user.count({ where: { id, subscriptionStatus: 'active' } })) === 1;
}

export async function saveUser(
  tx: Prisma.TransactionClient,
  id: string,
  state: Pick<User, 'plan' | 'subscriptionStatus' | 'stripeSubscriptionId'>,
): Promise<void> {
  await tx.user.update({ where: { id }, data: state });
}

/** Saves the plan of a paying account without a plan; false if that has changed. */
export async function savePaidPlan(tx: Prisma.TransactionClient, id: string, plan: string): Promise<boolean> {
  const { count } = await tx.user.updateMany({
    where: {
      id,
      subscriptionStatus: 'active',
      stripeSubscriptionId: { not: null },
      OR: [{ plan: null }, { plan: { in: ['', 'free'] } }],
    },
    data: { plan },
  });
  return count > 0;
}

/** Overwrites what was known of an account's subscription, and returns it. */
export async function saveSubscription(
  tx: Prisma.TransactionClient,
  subscription: Prisma.SubscriptionUncheckedCreateInput,
): Promise<Subscription | null> {
  const { userId } = subscription;
  const before = await tx.subscription.findUnique({ where: { userId } });
  await tx.subscription.upsert({ where: { userId }, create: subscription, update: subscription });
  return before;
}

export async function deleteSubscription(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.subscription.deleteMany({ where: { userId } });
}

export function findSubscription(prisma: PrismaClient, userId: string): Promise<Subscription | null> {
  return prisma.subscription.findUnique({ where: { userId } });
}

/** Customers who still have access although their grace period is over. */
export async function findOverdueCustomers(prisma: PrismaClient, owedBefore: Date): Promise<string[]> {
  const found = await prisma.subscription.findMany({
    where: { status: 'past_due', pastDueSince: { lt: owedBefore }, user: { subscriptionStatus: 'active' } },
    include: { user: true },
  });
  return found.flatMap(({ user }) => user.stripeCustomerId ?? []);
}

/** All customers, in pages. */
export async function findCustomersAfter(prisma: PrismaClient, id: string | null, limit: number) {
  return prisma.user.findMany({
    where: { stripeCustomerId: { not: null }, ...(id !== null && { id: { gt: id } }) },
    orderBy: { id: 'asc' },
    take: limit,
    select: { id: true, stripeCustomerId: true },
  });
}

/** Notes an account's customer in place of the one before, and returns the one that counts: the first that was noted. */
export async function saveCustomer(
  prisma: PrismaClient,
  { id, stripeCustomerId: before }: Pick<User, 'id' | 'stripeCustomerId'>,
  customer: string,
): Promise<string> {
  await prisma.user.updateMany({ where: { id, stripeCustomerId: before }, data: { stripeCustomerId: customer } });
  const { stripeCustomerId } = await prisma.user.findUniqueOrThrow({ where: { id } });
  return stripeCustomerId ?? customer;
}

export function findUser(prisma: PrismaClient, id: string): Promise<User | null> {
  return prisma.user.findUnique({ where: { id } });
}
