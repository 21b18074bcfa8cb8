import type { Prisma } from '@inlet/db/client';
import { rescheduleAll } from '#notifications/notifications.store.ts';

/** Schedules waiting digests for 08:00 in the account's current time zone. */
export function rescheduleDigests(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  return rescheduleAll(tx, userId);
}
