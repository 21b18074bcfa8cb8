import { freeSpots } from '#billing/end-billing.ts';
import type { AccountDeps } from '#deps.ts';
import { deleteForms } from '#forms/delete-form.ts';
import { lockAccount } from '#users/lock-account.ts';
import { removeUser } from '#users/users.store.ts';

/** An account that was busy for years has many audit events to go with it. */
const timeoutMs = 30_000;

/**
 * Ends an account: when it returns, nobody is signed in to it, and its endpoints are closed. The submissions of its
 * forms may be millions, so the worker removes them afterwards.
 */
export async function deleteAccount(
  { database, relay }: Pick<AccountDeps, 'database' | 'relay'>,
  userId: string,
): Promise<void> {
  await database.prisma.$transaction(
    async (tx) => {
      await lockAccount(tx, userId);
      await deleteForms(tx, userId);
      await freeSpots(tx, userId);
      await removeUser(tx, userId);
    },
    { timeout: timeoutMs },
  );
  await relay.deliver();
}
