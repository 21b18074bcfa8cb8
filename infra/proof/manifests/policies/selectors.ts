import { type KubeObject, ofKind } from '#manifests/kube-object.ts';
import { type LabelSelector, lastingWorkloads, ownPeers, picks, waysOf, workloadsOf } from '#manifests/workloads.ts';

/** Each selector matches pods, and every label in it belongs to a workload. */
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

function* selectorsIn(objects: readonly KubeObject[]): Generator<{ title: string; selector: LabelSelector }> {
  for (const { title, spec } of ofKind(objects, 'Service'))
    yield { title, selector: { matchLabels: spec.selector ?? {} } };
  for (const { title, spec } of ofKind(objects, 'PodMonitor')) yield { title, selector: spec.selector };
  for (const { title, spec } of ofKind(objects, 'NetworkPolicy')) {
    const peers = waysOf(spec).flatMap((way) => ownPeers(way.peers));
    for (const selector of [spec.podSelector ?? {}, ...peers]) yield { title, selector };
  }
}

function labelsIn({ matchLabels = {}, matchExpressions = [] }: LabelSelector) {
  return [
    ...Object.entries(matchLabels),
    ...matchExpressions.flatMap(({ key, values = [] }) => values.map((value) => [key, value] as const)),
  ];
}
