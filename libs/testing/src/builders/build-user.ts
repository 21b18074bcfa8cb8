import { randomUUID } from 'node:crypto';
import type { Prisma, PrismaClient, User } from '@inlet/db/client';

/** Stores an account on an active pro plan with an unknown password; a test overrides what matters to it. */
export function buildUser(
  prisma: PrismaClient,
  overrides: Partial<Prisma.UserUncheckedCreateInput> = {},
): Promise<User> {
  const id = randomUUID();
  return prisma.user.create({
    data: {
      id,
      email: `${id}@example.com`,
      passwordHash: 'no password has this hash',
      plan: 'pro',
      subscriptionStatus: 'active',
      stripeSubscriptionId: `sub_${id}`,
      ...overrides,
    },
  });
}
