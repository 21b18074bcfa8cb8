import { redisKeys } from '@inlet/queue/keys';
import { openProducer } from '@inlet/queue/producer';
import { runTask } from '@inlet/service/run-service';
import { loadConfig } from '#config.ts';
import { openDeps } from '#deps.ts';
import { replayDead } from '#submissions/replay-dead.ts';

/** An operator's command: tries again to store what the database refused, once its cause is mended. */
await runTask({
  name: 'replay',
  loadConfig,
  run: async (context) => {
    const { database, redis } = await openDeps(context);
    const producer = openProducer(redis, redisKeys(context.config.REDIS_PREFIX));
    context.lifecycle.onClose('flush', 'producer', producer.close);
    const count = await replayDead(database.pool, producer);
    process.stdout.write(`${count} submissions sent through the queue again\n`);
  },
});
