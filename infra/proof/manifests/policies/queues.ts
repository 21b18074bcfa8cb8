import { jobs } from '@inlet/queue/jobs';
import { redisKeys } from '@inlet/redis/keys';
import { type KubeObject, ofKind, readData } from '#manifests/kube-object.ts';

/** The Redis key of a queue's waiting jobs. */
export function waitingList(prefix: string, queue: string): string {
  return `${redisKeys(prefix).queues}:${queue}:wait`;
}

/** The worker scales by every queue that it consumes, each by the full name of its list. */
export function* queuePolicy(objects: readonly KubeObject[]) {
  const [, prefix = ''] = [...readData(objects)].find(([key]) => /^inlet-settings.*\/REDIS_PREFIX$/.test(key)) ?? [];
  const wanted = new Set(Object.values(jobs).map(({ queue }) => waitingList(prefix, queue)));
  for (const { title, spec } of ofKind(objects, 'ScaledObject')) {
    const watched = new Set(spec.triggers.map(({ metadata }) => metadata.listName ?? ''));
    for (const list of watched) if (!wanted.has(list)) yield `${title} looks at ${list}, which is no queue`;
    for (const list of wanted) if (!watched.has(list)) yield `${title} does not look at ${list}`;
  }
}
