import { jobs } from '@inlet/queue/jobs';
import { openQueuedJobs, type QueuedJobs } from '@inlet/queue/queued-jobs';
import type { Lane } from '@inlet/redis/lanes';

/** The queue of submissions of each lane. While a lane is away, its queue cannot be read. */
export function openQueuedBatches(lanes: readonly Lane[]): readonly QueuedJobs[] {
  return lanes.map(({ number, redis, keys }) => {
    const queue = openQueuedJobs(redis, keys, jobs['store-submissions'].queue);
    const ids: QueuedJobs['ids'] = async (states) => {
      // BullMQ would wait until the lane is there for the first time.
      if (redis.status !== 'ready') throw new Error(`Lane ${number} is away`);
      return queue.ids(states);
    };
    return { ...queue, ids };
  });
}
