import { createAddressHashes } from '@inlet/crypto/address-hash';
import { isDatabaseAway } from '@inlet/db/faults';
import { createUnsubscribeTokens } from '@inlet/mail/unsubscribe-tokens';
import { createConfirmationTokens } from '@inlet/mail/visitors/confirmation-tokens';
import { mailJob } from '@inlet/queue/jobs';
import { openProducer } from '@inlet/queue/producer';
import { redisKeys } from '@inlet/redis/keys';
import type { WorkerDeps } from '#deps.ts';
import type { NotificationDeps } from '#notifications/notification-deps.ts';

/** The dependencies of the mails about submissions. */
export function openNotifications(deps: WorkerDeps): NotificationDeps {
  const { config, deliveryPool, clientRedis, logger, lifecycle } = deps;
  const producer = openProducer(clientRedis, redisKeys(config.REDIS_PREFIX));
  lifecycle.onClose('flush', 'producer of mails', producer.close);
  return {
    pool: deliveryPool,
    publicUrl: config.PUBLIC_URL,
    tokens: createUnsubscribeTokens(config.ENCRYPTION_KEYS),
    confirmations: createConfirmationTokens(config.ENCRYPTION_KEYS),
    hashes: createAddressHashes(config.ENCRYPTION_KEYS),
    // Account queues any mails that remain: they are in the database under the same id.
    handOver: async (mails) => {
      await Promise.allSettled(mails.map(({ id, mail }) => producer.add(mailJob(mail), id, mail)));
    },
    isAway: isDatabaseAway,
    logger,
  };
}
