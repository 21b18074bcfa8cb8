import type { Prisma } from '@inlet/db/client';
import { lockUser } from '#access/lock-account.store.ts';
import { unauthorized } from '#errors.ts';

/**
 * Locks the account, so that a count of its rows stays true until the end of the transaction. A transaction does this
 * first: two that took their locks in another order could wait for each other. Without the account nobody is signed in.
 */
export async function lockAccount(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  if (!(await lockUser(tx, userId))) throw unauthorized();
}
