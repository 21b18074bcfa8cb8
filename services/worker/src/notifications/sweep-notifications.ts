import type { NotificationDeps } from '#notifications/notification-deps.ts';
import { giveTimes, removeOldMailed } from '#notifications/notifications.store.ts';
import { removeOldReplies } from '#notifications/replies.store.ts';

/** Schedules forms whose mail has no due time, and deletes records that nothing needs any more. */
export async function sweepNotifications({ notifications }: { notifications: NotificationDeps }): Promise<void> {
  await giveTimes(notifications.pool);
  await removeOldReplies(notifications.pool);
  await removeOldMailed(notifications.pool);
}
