import { type KubeObject, ofKind } from '#manifests/kube-object.ts';
import { scalersIn } from '#manifests/policies/scaling.ts';
import { lastingWorkloads, picks, type Workload } from '#manifests/workloads.ts';

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
