import type { Prisma } from '@inlet/db/client';
import { unauthorized } from '#errors.ts';

/**
 * Waits for whoever else is changing what the account holds, so that what is counted stays true until the end of the
 * transaction. It is the first thing that such a transaction does: two that took their locks in another order could
 * wait for each other. An account that is gone by now has nobody signed in.
 */
export async function lockAccount(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  const found = await tx.$queryRaw<unknown[]>`select from users where id = ${userId}::uuid for no key update`;
  if (found.length === 0) throw unauthorized();
}
