import { isDatabaseAway } from '@inlet/db/faults';
import { createUnsubscribeTokens } from '@inlet/mail/unsubscribe-tokens';
import { openProducer } from '@inlet/queue/producer';
import { redisKeys } from '@inlet/redis/keys';
import { startBackgroundLoop } from '@inlet/service/background-loop';
import type { WorkerDeps } from '#deps.ts';
import type { NotificationDeps } from '#notifications/notification-deps.ts';
import { giveTimes } from '#notifications/notifications.store.ts';
import { removeOldReplies } from '#notifications/replies.store.ts';
import { sendNotification } from '#notifications/send-notification.ts';
import { sendReplies } from '#notifications/send-replies.ts';

/** A first mail comes within seconds. */
const intervalMs = 1_000;
const sweepIntervalMs = 30_000;

/** Starts the mails that submissions cause: to those who want to know of them, and to their senders. */
export function startNotifications(deps: WorkerDeps): void {
  const { logger, lifecycle } = deps;
  const notifications = openNotifications(deps);
  const repeat = (name: string, ms: number, work: (signal: AbortSignal) => Promise<void>) => {
    const options = { intervalMs: ms, logger, complaint: `${name}: round failed` };
    lifecycle.onClose('finish work', name, startBackgroundLoop(options, ({ signal }) => work(signal)).close);
  };
  repeat('notifications', intervalMs, async (signal) => {
    while (!signal.aborted && (await sendNotification(notifications)));
  });
  repeat('auto-replies', intervalMs, async (signal) => {
    while (!signal.aborted && (await sendReplies(notifications)));
  });
  repeat('sweep of notifications', sweepIntervalMs, async () => {
    await giveTimes(notifications.pool);
    await removeOldReplies(notifications.pool);
  });
}

/** What the mails of submissions need; tests take the rounds themselves. */
export function openNotifications(deps: WorkerDeps): NotificationDeps {
  const { config, deliveryPool, clientRedis, logger, lifecycle } = deps;
  const producer = openProducer(clientRedis, redisKeys(config.REDIS_PREFIX));
  lifecycle.onClose('flush', 'producer of mails', producer.close);
  return {
    pool: deliveryPool,
    publicUrl: config.PUBLIC_URL,
    tokens: createUnsubscribeTokens(config.ENCRYPTION_KEYS),
    // Account hands over what stays behind here: it is in the database, under the same id.
    handOver: async (mails) => {
      await Promise.allSettled(mails.map(({ id, mail }) => producer.add('send-mail', id, mail)));
    },
    isAway: isDatabaseAway,
    logger,
  };
}
