import type { Prisma } from '@inlet/db/client';
import { findUnproven, isHeld, removePerson, removeUser } from '#users/profile/users.store.ts';

/**
 * True if an account reserves this address. Anyone can sign up with another person's address, so an unverified and
 * empty account does not.
 */
export function isAddressHeld(tx: Prisma.TransactionClient, email: string): Promise<boolean> {
  return isHeld(tx, email);
}

/** Removes the account that only claims an address. Another account has just opened a link in that mailbox. */
export async function removeUnprovenAccount(tx: Prisma.TransactionClient, email: string): Promise<void> {
  const person = await findUnproven(tx, email);
  if (!person) return;
  await removeUser(tx, person.id);
  await removePerson(tx, person.id);
}
