import { createAddressHashes } from '@inlet/crypto/address-hash';
import { isDatabaseAway } from '@inlet/db/faults';
import { createUnsubscribeTokens } from '@inlet/mail/unsubscribe-tokens';
import { type BackgroundLoop, startBackgroundLoop } from '@inlet/process/background-loop';
import { mailJob } from '@inlet/queue/jobs';
import { openProducer } from '@inlet/queue/producer';
import { redisKeys } from '@inlet/redis/keys';
import type { WorkerDeps } from '#deps.ts';
import type { NotificationDeps } from '#notifications/notification-deps.ts';
import { giveTimes } from '#notifications/notifications.store.ts';
import { removeOldReplies } from '#notifications/replies.store.ts';
import { sendNotification } from '#notifications/send-notification.ts';
import { sendReplies } from '#notifications/send-replies.ts';

const intervalMs = 30_000;

/** Starts the mails that submissions cause: to those who want to know of them, and to their senders. */
export function startNotifications(deps: WorkerDeps): Record<'notifications' | 'autoReplies', BackgroundLoop> {
  const { logger, lifecycle } = deps;
  const notifications = openNotifications(deps);
  const repeat = (name: string, work: (signal: AbortSignal) => Promise<void>) => {
    const options = { intervalMs, logger, complaint: `${name}: round failed` };
    const loop = startBackgroundLoop(options, ({ signal }) => work(signal));
    lifecycle.onClose('finish work', name, loop.close);
    return loop;
  };
  const loop = repeat('notifications', async (signal) => {
    while (!signal.aborted && (await sendNotification(notifications)));
  });
  const autoReplies = repeat('auto-replies', async (signal) => {
    while (!signal.aborted && (await sendReplies(notifications)));
  });
  repeat('sweep of notifications', async () => {
    await giveTimes(notifications.pool);
    await removeOldReplies(notifications.pool);
  });
  return { notifications: loop, autoReplies };
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
    hashes: createAddressHashes(config.ENCRYPTION_KEYS),
    // Account hands over what stays behind here: it is in the database, under the same id.
    handOver: async (mails) => {
      await Promise.allSettled(mails.map(({ id, mail }) => producer.add(mailJob(mail), id, mail)));
    },
    isAway: isDatabaseAway,
    logger,
  };
}
