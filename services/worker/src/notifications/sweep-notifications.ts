import type { NotificationDeps } from '#notifications/notification-deps.ts';
import { giveTimes } from '#notifications/notifications.store.ts';
import { removeOldReplies } from '#notifications/replies.store.ts';

/** Gives a time to forms whose mail has none, and removes automatic answers that count for no limit any more. */
export async function sweepNotifications({ notifications }: { notifications: NotificationDeps }): Promise<void> {
  await giveTimes(notifications.pool);
  await removeOldReplies(notifications.pool);
}
