import type { IScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { type KubeObject, ofKind, type Policy, titleOf } from '#manifests/kube-object.ts';
import { type Workload, workloadsOf } from '#manifests/workloads.ts';

/** One object sets a workload's number of pods, which never falls to 0. Scaling by CPU needs a request of CPU. */
export const scalingPolicy: Policy = (objects) => {
  const scalers = scalersIn(objects);
  return scalers.flatMap((scaler) => {
    const workload = workloadsOf(objects).find(({ kind, name }) => kind === 'Deployment' && name === scaler.target);
    if (!workload) return [`${scaler.title} scales ${scaler.target}, which is no Deployment`];
    return [
      ...(scalers.filter(({ target }) => target === scaler.target).length > 1
        ? [`${scaler.title} scales ${scaler.target}, which another one scales too`]
        : []),
      ...(workload.replicas === undefined ? [] : [`${workload.title} sets a number that ${scaler.title} changes`]),
      ...(scaler.min >= 1 ? [] : [`${scaler.title} lets ${scaler.target} fall to none`]),
      ...(scaler.max > scaler.min ? [] : [`${scaler.title} leaves ${scaler.target} no room to grow`]),
      ...(scaler.isByCpu && !asksForCpu(workload) ? [`${workload.title} asks for no CPU to measure against`] : []),
    ];
  });
};

interface Scaler {
  readonly title: string;
  readonly target: string;
  readonly min: number;
  readonly max: number;
  readonly isByCpu: boolean;
}

function scalersIn(objects: readonly KubeObject[]): Scaler[] {
  const hpas = ofKind<IHorizontalPodAutoscaler>(objects, 'HorizontalPodAutoscaler').map((hpa): Scaler => {
    const { scaleTargetRef, minReplicas = 1, maxReplicas = 1, metrics = [] } = hpa.spec ?? {};
    const isByCpu = metrics.some(({ resource }) => resource?.name === 'cpu');
    return { title: titleOf(hpa), target: scaleTargetRef?.name ?? '', min: minReplicas, max: maxReplicas, isByCpu };
  });
  const scaled = ofKind<IScaledObject>(objects, 'ScaledObject').map((object): Scaler => {
    const { scaleTargetRef, minReplicaCount = 0, maxReplicaCount = 100 } = object.spec;
    return {
      title: titleOf(object),
      target: scaleTargetRef.name,
      min: minReplicaCount,
      max: maxReplicaCount,
      isByCpu: false,
    };
  });
  return [...hpas, ...scaled];
}

function asksForCpu({ containers }: Workload): boolean {
  return containers.every(({ resources }) => resources?.requests?.cpu !== undefined);
}
