import { viewBacklog } from '@inlet/queue/backlog';
import { jobs } from '@inlet/queue/jobs';
import type { Lane } from '@inlet/redis/lanes';
import type { WorkerDeps } from '#deps.ts';
import { readableLanes } from '#readable-lanes.ts';

/** Returns a question whether batches wait in any lane. Of several lanes, one that is away is not waited for. */
export function watchBusyness(deps: Pick<WorkerDeps, 'config' | 'redis' | 'clientLanes'>): () => Promise<boolean> {
  const lanes = readableLanes(deps).map((lane) => ({ lane, view: viewOf(lane) }));
  if (lanes.length === 1) return async () => (await Promise.all(lanes.map(({ view }) => view.look()))).some(isWaiting);
  return async () => {
    // BullMQ would wait until a lane is there for the first time.
    const looks = lanes.filter(({ lane }) => lane.redis.status === 'ready').map(({ view }) => view.look());
    return (await Promise.allSettled(looks)).some((look) => look.status === 'fulfilled' && isWaiting(look.value));
  };
}

const isWaiting = ({ waiting }: { readonly waiting: number }) => waiting > 0;

function viewOf({ redis, keys }: Lane) {
  return viewBacklog(redis, keys, jobs['store-submissions'].queue);
}
