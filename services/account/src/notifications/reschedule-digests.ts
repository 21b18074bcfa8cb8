import type { Prisma } from '@inlet/db/client';
import { rescheduleAll } from '#notifications/notifications.store.ts';

/** Has the digests that wait come at 08:00 in the time zone that the account has now. */
export function rescheduleDigests(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  return rescheduleAll(tx, userId);
}
