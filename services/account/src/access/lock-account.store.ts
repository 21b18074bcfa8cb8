import type { Prisma } from '@inlet/db/client';

/** Locks the row of an account until the end of the transaction, and returns whether it exists. */
export async function lockUser(tx: Prisma.TransactionClient, userId: string): Promise<boolean> {
  return (await tx.$queryRaw<unknown[]>`select from users where id = ${userId}::uuid for no key update`).length > 0;
}
