import type { Prisma } from '@inlet/db/client';
import { removeSubmissions } from '#inbox/delete/remove-submissions.ts';
import { hashAddress } from '#users/waitlist/hash-address.ts';
import { findEntries, findWaitlistForm } from '#users/waitlist/waitlist.store.ts';
import { forgetMailed } from '#users/waitlist/waitlist-mails.store.ts';

/** Removes an address from the waitlist, however often it is on it. */
export async function leaveWaitlist(tx: Prisma.TransactionClient, email: string): Promise<void> {
  const form = await findWaitlistForm(tx);
  if (!form) return;
  await forgetMailed(tx, hashAddress(email));
  await removeSubmissions(tx, form.id, await findEntries(tx, form.id, email));
}
