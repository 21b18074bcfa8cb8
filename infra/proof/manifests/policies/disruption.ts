import type { IScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { type KubeObject, ofKind, type Policy, titleOf } from '#manifests/kube-object.ts';
import { type LabelSelector, lastingWorkloads, picks, type Workload } from '#manifests/workloads.ts';

/** A budget covers one workload and leaves room to empty a node. A workload with several pods has a budget. */
export const disruptionPolicy: Policy = (objects) => {
  const budgets = ofKind<IPodDisruptionBudget>(objects, 'PodDisruptionBudget');
  const covered = (workload: Workload) => budgets.some((budget) => isAbout(budget, workload));
  return [
    ...budgets.flatMap((budget) => judge(budget, objects)),
    ...lastingWorkloads(objects)
      .filter((workload) => fewestPods(workload, objects) > 1 && !covered(workload))
      .map(({ title }) => `${title} has several pods and no disruption budget`),
  ];
};

function judge(budget: KubeObject & IPodDisruptionBudget, objects: readonly KubeObject[]): string[] {
  const about = lastingWorkloads(objects).filter((workload) => isAbout(budget, workload));
  const [workload] = about;
  if (!workload || about.length > 1) return [`${titleOf(budget)} is about ${about.length} workloads`];
  const { minAvailable, maxUnavailable } = budget.spec ?? {};
  const fewest = fewestPods(workload, objects);
  const room = typeof maxUnavailable === 'number' ? maxUnavailable : fewest - Number(minAvailable ?? fewest);
  if (room < 1) return [`${titleOf(budget)} lets no pod of ${workload.name} go`];
  return room < fewest ? [] : [`${titleOf(budget)} lets all ${fewest} pods of ${workload.name} go at once`];
}

function isAbout(budget: IPodDisruptionBudget, { podLabels }: Workload): boolean {
  return picks(budget.spec?.selector as LabelSelector | undefined, podLabels);
}

/** The lowest number of pods. */
function fewestPods({ name, replicas = 1 }: Workload, objects: readonly KubeObject[]): number {
  const hpa = ofKind<IHorizontalPodAutoscaler>(objects, 'HorizontalPodAutoscaler').find(
    ({ spec }) => spec?.scaleTargetRef.name === name,
  );
  const scaled = ofKind<IScaledObject>(objects, 'ScaledObject').find(({ spec }) => spec.scaleTargetRef.name === name);
  return hpa?.spec?.minReplicas ?? scaled?.spec.minReplicaCount ?? replicas;
}
