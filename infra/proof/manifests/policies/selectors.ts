import { type KubeObject, ofKind } from '#manifests/kube-object.ts';
import { type LabelSelector, lastingWorkloads, ownPeers, picks, waysOf, workloadsOf } from '#manifests/workloads.ts';

/** Each selector matches pods, and every label in it is a workload's. */
export function* selectorPolicy(objects: readonly KubeObject[]) {
  for (const { title, selector, podLabels } of lastingWorkloads(objects)) {
    if (!picks(selector, podLabels)) yield `${title} does not select its own pods`;
  }
  const pods = workloadsOf(objects).map(({ podLabels }) => podLabels);
  for (const { title, selector } of selectorsIn(objects)) {
    const unknown = labelsIn(selector).filter(([key, value]) => !pods.some((labels) => labels[key] === value));
    for (const [key, value] of unknown) yield `${title} selects ${key}=${value}, which no pod has`;
    if (unknown.length === 0 && !pods.some((labels) => picks(selector, labels))) yield `${title} selects no pod`;
  }
}

function selectorsIn(objects: readonly KubeObject[]): { title: string; selector: LabelSelector }[] {
  return [
    ...ofKind(objects, 'Service').map(({ title, spec }) => ({
      title,
      selector: { matchLabels: spec.selector ?? {} },
    })),
    ...ofKind(objects, 'PodMonitor').map(({ title, spec }) => ({ title, selector: spec.selector })),
    ...ofKind(objects, 'NetworkPolicy').flatMap(({ title, spec }) =>
      [spec.podSelector ?? {}, ...waysOf(spec).flatMap(({ peers }) => ownPeers(peers))].map((selector) => ({
        title,
        selector,
      })),
    ),
  ];
}

function labelsIn({ matchLabels = {}, matchExpressions = [] }: LabelSelector) {
  return [
    ...Object.entries(matchLabels),
    ...matchExpressions.flatMap(({ key, values = [] }) => values.map((value) => [key, value] as const)),
  ];
}
