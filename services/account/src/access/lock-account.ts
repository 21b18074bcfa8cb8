import type { Prisma } from '@inlet/db/client';
import { lockUser } from '#access/lock-account.store.ts';
import { unauthorized } from '#errors.ts';

/**
 * Locks the account, so that a count of its rows stays true until the end of the transaction. A transaction does this
 * first: with another order of locks, two could deadlock. Refuses the caller if the account does not exist.
 */
export async function lockAccount(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  if (!(await lockUser(tx, userId))) throw unauthorized();
}
