import { randomUUID } from 'node:crypto';
import type { Prisma, PrismaClient, User } from '@inlet/db/client';

/** An account of a person alone, as a test makes it: it has the address and the password of the person. */
export type BuiltUser = User & { readonly email: string };

/** Stores an account on an active pro plan whose password nobody knows; what a test speaks of, it overrides. */
export async function buildUser(
  prisma: PrismaClient,
  overrides: Partial<Prisma.UserUncheckedCreateInput> = {},
): Promise<BuiltUser> {
  const id = randomUUID();
  return (await prisma.user.create({
    data: {
      id,
      email: `${id}@example.com`,
      passwordHash: 'no password has this hash',
      plan: 'pro',
      subscriptionStatus: 'active',
      stripeSubscriptionId: `sub_${id}`,
      ...overrides,
    },
  })) as BuiltUser;
}
