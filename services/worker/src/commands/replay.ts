import { openPool } from '@inlet/db/open-pool';
import { runTask } from '@inlet/process/run-service';
import { openProducer } from '@inlet/queue/producer';
import { waitUntilConnected } from '@inlet/redis/connections';
import { openLanes } from '@inlet/redis/lanes';
import { loadCommandConfig } from '#config.ts';
import { replayDead } from '#submissions/replay-dead.ts';

const connectWaitMs = 2_000;

/** An operator's command: retries storing what the database refused, after the cause is fixed. */
await runTask({
  name: 'replay',
  loadConfig: loadCommandConfig,
  run: async ({ config, logger, lifecycle }) => {
    const { DATABASE_URL: url, DATABASE_PREPARED: prepared } = config;
    const pool = openPool({ url, prepared, maxConnections: 1, applicationName: 'replay' });
    lifecycle.onClose('disconnect', 'database', () => pool.end());
    // Clients, because an operator waits for the command: it fails if Redis is away.
    const lanes = openLanes({ config, role: 'client', name: 'replay', logger, lifecycle });
    await Promise.all(lanes.map(({ redis }) => waitUntilConnected(redis, connectWaitMs)));
    const producers = lanes.map(({ redis, keys }) => openProducer(redis, keys));
    for (const producer of producers) lifecycle.onClose('flush', 'producer', producer.close);
    const count = await replayDead(pool, producers);
    process.stdout.write(`${count} submissions sent through the queue again\n`);
  },
});
