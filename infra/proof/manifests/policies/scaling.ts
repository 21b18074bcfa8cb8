import { type KubeObject, ofKind } from '#manifests/kube-object.ts';
import { workloadsOf } from '#manifests/workloads.ts';

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

/** What sets the number of a workload's pods. */
export function scalersIn(objects: readonly KubeObject[]) {
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
