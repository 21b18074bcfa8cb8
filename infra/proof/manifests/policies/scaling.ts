import { jobs } from '@inlet/queue/jobs';
import { redisKeys } from '@inlet/redis/keys';
import { laneNumbers, lanePrefix } from '@inlet/redis/lanes';
import { type KubeObject, ofKind, readData } from '#manifests/kube-object.ts';
import { lastingWorkloads, picks, type Workload, workloadsOf } from '#manifests/workloads.ts';

/** One object sets a workload's number of pods, which never falls to 0. Scaling by CPU needs a request of CPU. */
export function* scalingPolicy(objects: readonly KubeObject[]) {
  const scalers = scalersIn(objects);
  for (const { title, target, min, max, isByCpu } of scalers) {
    const workload = workloadsOf(objects).find(({ kind, name }) => kind === 'Deployment' && name === target);
    if (!workload) {
      yield `${title} scales ${target}, which is no Deployment`;
      continue;
    }
    if (scalers.filter((other) => other.target === target).length > 1)
      yield `${title} scales ${target}, which another one scales too`;
    if (workload.replicas !== undefined) yield `${workload.title} sets a number that ${title} changes`;
    if (min < 1) yield `${title} lets ${target} fall to none`;
    if (max <= min) yield `${title} leaves ${target} no room to grow`;
    const asksForCpu = workload.containers.every(({ resources }) => resources?.requests?.cpu !== undefined);
    if (isByCpu && !asksForCpu) yield `${workload.title} asks for no CPU to measure against`;
  }
}

/** The worker scales by every queue of every lane, each by the full name of its list, and asks one kind of Redis. */
export function* queuePolicy(objects: readonly KubeObject[]) {
  const wanted = new Set(waitingLists(settingOf(objects, 'REDIS_PREFIX'), Number(settingOf(objects, 'REDIS_LANES'))));
  for (const { title, spec } of ofKind(objects, 'ScaledObject')) {
    const types = new Set(spec.triggers.map(({ type }) => type));
    if (types.size > 1) yield `${title} asks several kinds of Redis: ${[...types].join(', ')}`;
    const watched = new Set(spec.triggers.map(({ metadata }) => metadata.listName ?? ''));
    for (const list of watched) if (!wanted.has(list)) yield `${title} looks at ${list}, which is no queue`;
    for (const list of wanted) if (!watched.has(list)) yield `${title} does not look at ${list}`;
  }
}

function settingOf(objects: readonly KubeObject[], name: string): string {
  const [, value = ''] =
    [...readData(objects)].find(([key]) => /^inlet-settings/.test(key) && key.endsWith(`/${name}`)) ?? [];
  return value;
}

/** Lane 0 has every queue, and the other lanes that of submissions. */
function waitingLists(prefix: string, lanes: number): string[] {
  const ofLane0 = Object.values(jobs).map(({ queue }) => waitingList(prefix, queue));
  const others = laneNumbers({ REDIS_LANES: lanes }).slice(1);
  return [...ofLane0, ...others.map((lane) => waitingList(lanePrefix(prefix, lane), jobs['store-submissions'].queue))];
}

/** The Redis key of a queue's waiting jobs. */
export function waitingList(prefix: string, queue: string): string {
  return `${redisKeys(prefix).queues}:${queue}:wait`;
}

/** A budget covers one workload and leaves room to empty a node. A workload with several pods has a budget. */
export function* disruptionPolicy(objects: readonly KubeObject[]) {
  const budgets = ofKind(objects, 'PodDisruptionBudget');
  for (const { title, spec } of budgets) {
    const about = lastingWorkloads(objects).filter(({ podLabels }) => picks(spec.selector, podLabels));
    const [workload] = about;
    if (!workload || about.length > 1) {
      yield `${title} is about ${about.length} workloads`;
      continue;
    }
    const { minAvailable, maxUnavailable } = spec;
    const fewest = fewestPods(workload, objects);
    const room = typeof maxUnavailable === 'number' ? maxUnavailable : fewest - Number(minAvailable ?? fewest);
    if (room < 1) yield `${title} lets no pod of ${workload.name} go`;
    else if (room >= fewest) yield `${title} lets all ${fewest} pods of ${workload.name} go at once`;
  }
  for (const workload of lastingWorkloads(objects)) {
    const isCovered = budgets.some(({ spec }) => picks(spec.selector, workload.podLabels));
    if (fewestPods(workload, objects) > 1 && !isCovered)
      yield `${workload.title} has several pods and no disruption budget`;
  }
}

/** The lowest number of pods. */
function fewestPods({ name, replicas = 1 }: Workload, objects: readonly KubeObject[]): number {
  return scalersIn(objects).find(({ target }) => target === name)?.min ?? replicas;
}

/** The objects that set the number of a workload's pods. */
function scalersIn(objects: readonly KubeObject[]) {
  const autoscalers = ofKind(objects, 'HorizontalPodAutoscaler').map(({ title, spec }) => {
    const { scaleTargetRef, minReplicas: min = 1, maxReplicas: max, metrics = [] } = spec;
    const isByCpu = metrics.some(({ resource }) => resource?.name === 'cpu');
    return { title, target: scaleTargetRef.name, min, max, isByCpu };
  });
  const scaledObjects = ofKind(objects, 'ScaledObject').map(({ title, spec }) => {
    const { scaleTargetRef, minReplicaCount: min = 0, maxReplicaCount: max = 100 } = spec;
    return { title, target: scaleTargetRef.name, min, max, isByCpu: false };
  });
  return [...autoscalers, ...scaledObjects];
}
