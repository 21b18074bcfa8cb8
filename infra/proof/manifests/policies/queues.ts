import { jobs } from '@inlet/queue/jobs';
import { redisKeys } from '@inlet/redis/keys';
import type { IScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import { ofKind, type Policy, titleOf } from '#manifests/kube-object.ts';

/** The Redis key of a queue's waiting jobs. */
export function waitingList(prefix: string, queue: string): string {
  return `${redisKeys(prefix).queues}:${queue}:wait`;
}

/** The worker scales by every queue that it consumes, each by the full name of its list. */
export const queuePolicy: Policy = (objects) => {
  const settings = objects.find(({ kind, metadata }) => kind === 'ConfigMap' && /^inlet-settings/.test(metadata.name));
  const prefix = (settings?.data as Record<string, string> | undefined)?.REDIS_PREFIX ?? '';
  const wanted = new Set(Object.values(jobs).map(({ queue }) => waitingList(prefix, queue)));
  return ofKind<IScaledObject>(objects, 'ScaledObject').flatMap((scaled) => {
    const watched = scaled.spec.triggers.map(({ metadata }) => metadata.listName ?? '');
    return [
      ...watched
        .filter((list) => !wanted.has(list))
        .map((list) => `${titleOf(scaled)} looks at ${list}, which is no queue`),
      ...[...wanted]
        .filter((list) => !watched.includes(list))
        .map((list) => `${titleOf(scaled)} does not look at ${list}`),
    ];
  });
};
