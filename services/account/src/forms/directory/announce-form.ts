import type { Prisma } from '@inlet/db/client';
import { findEndpointIds, insertAnnouncements } from '#forms/directory/directory.store.ts';

/** Announces a change of a form to the directory, in the transaction of that change. */
export async function announceForm(tx: Prisma.TransactionClient, endpointId: string): Promise<void> {
  await insertAnnouncements(tx, [endpointId]);
}

/** The same for all forms of an account, if a value that all of them contain changes. */
export async function announceForms(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await insertAnnouncements(tx, await findEndpointIds(tx, userId));
}
