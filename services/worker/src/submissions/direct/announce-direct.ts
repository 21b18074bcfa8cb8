import { redisKeys } from '@inlet/redis/keys';
import { publishStoredForms } from '@inlet/redis/stored-forms';
import { type BackgroundLoop, startBackgroundLoop } from '@inlet/service/background-loop';
import type { WorkerDeps } from '#deps.ts';
import { findUnannounced, noteAnnounced } from '#submissions/direct/direct-batches.store.ts';

/** The watch of due work wakes the loop. */
const intervalMs = 30_000;
const batchesAtOnce = 50;

export type AnnounceDeps = Pick<WorkerDeps, 'pool' | 'clientRedis' | 'config' | 'logger'>;

/**
 * Tells live views of what was stored directly, as soon as Redis can be used. Two workers may both do so: readers drop
 * what they know. For deliveries the sweeper rings, and mails wait in the database.
 */
export function startAnnouncing({ pool, clientRedis, config, logger }: AnnounceDeps): BackgroundLoop {
  const keys = redisKeys(config.REDIS_PREFIX);
  const options = { intervalMs, logger, complaint: 'direct batches: not announced yet' };
  return startBackgroundLoop(options, async ({ signal }) => {
    while (!signal.aborted) {
      const batches = await findUnannounced(pool, batchesAtOnce);
      for (const batch of batches) {
        await publishStoredForms(clientRedis, keys, batch.submissions);
        await noteAnnounced(pool, batch);
      }
      if (batches.length < batchesAtOnce) return;
    }
  });
}
