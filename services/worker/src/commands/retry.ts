import { runTask } from '@inlet/process/run-service';
import { viewBacklog } from '@inlet/queue/backlog';
import { jobs } from '@inlet/queue/jobs';
import { waitUntilConnected } from '@inlet/redis/connections';
import { type Lane, openLanes } from '@inlet/redis/lanes';
import { loadCommandConfig } from '#config.ts';

const connectWaitMs = 2_000;

/** An operator's command: sends every batch that failed for good through the queue again, also those nobody could read. */
await runTask({
  name: 'retry',
  loadConfig: loadCommandConfig,
  run: async ({ config, logger, lifecycle }) => {
    // Clients, because an operator waits for the command: it fails when Redis is away.
    const lanes = openLanes({ config, role: 'client', name: 'retry', logger, lifecycle });
    const retries = await Promise.allSettled(lanes.map(retryLane));
    const count = retries.reduce((sum, retried) => sum + (retried.status === 'fulfilled' ? retried.value : 0), 0);
    process.stdout.write(`${count} batches sent through the queue again\n`);
    for (const retried of retries) if (retried.status === 'rejected') throw retried.reason;
  },
});

async function retryLane({ redis, keys }: Lane): Promise<number> {
  await waitUntilConnected(redis, connectWaitMs);
  // BullMQ would wait for ever where Redis is away.
  await redis.ping();
  return viewBacklog(redis, keys, jobs['store-submissions'].queue).retryFailed('all');
}
