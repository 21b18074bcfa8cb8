import type { IPodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import type { IService } from 'kubernetes-models/v1/Service';
import { type KubeObject, ofKind, type Policy, titleOf } from '#manifests/kube-object.ts';
import { type LabelSelector, lastingWorkloads, picks, workloadsOf } from '#manifests/workloads.ts';

/** Each selector matches pods, and every label in it is a workload's. */
export const selectorPolicy: Policy = (objects) => [
  ...lastingWorkloads(objects)
    .filter(({ selector, podLabels }) => !picks(selector, podLabels))
    .map(({ title }) => `${title} does not select its own pods`),
  ...selectorsIn(objects).flatMap(({ title, selector }) => judge(title, selector, objects)),
];

function selectorsIn(objects: readonly KubeObject[]): { title: string; selector: LabelSelector }[] {
  const services = ofKind<IService>(objects, 'Service').map((service) => {
    return { title: titleOf(service), selector: { matchLabels: service.spec?.selector ?? {} } };
  });
  const monitors = ofKind<IPodMonitor>(objects, 'PodMonitor').map((monitor) => {
    return { title: titleOf(monitor), selector: monitor.spec.selector as LabelSelector };
  });
  const policies = ofKind<INetworkPolicy>(objects, 'NetworkPolicy').flatMap((policy) => {
    const { podSelector, ingress = [], egress = [] } = policy.spec ?? { podSelector: {} };
    const peers = [...ingress.flatMap(({ from = [] }) => from), ...egress.flatMap(({ to = [] }) => to)];
    // The manifests do not contain the pods of other namespaces.
    const own = peers.filter(({ namespaceSelector }) => !namespaceSelector).map((peer) => peer.podSelector);
    return [podSelector, ...own].map((selector) => ({ title: titleOf(policy), selector: selector as LabelSelector }));
  });
  return [...services, ...monitors, ...policies].filter(({ selector }) => selector !== undefined);
}

function judge(title: string, selector: LabelSelector, objects: readonly KubeObject[]): string[] {
  const labels = workloadsOf(objects).map(({ podLabels }) => podLabels);
  const isAnywhere = (key: string, value: string) => labels.some((some) => some[key] === value);
  const wanted = [
    ...Object.entries(selector.matchLabels ?? {}),
    ...(selector.matchExpressions ?? []).flatMap(({ key, values = [] }) =>
      values.map((value) => [key, value] as const),
    ),
  ];
  const unknown = wanted.filter(([key, value]) => !isAnywhere(key, value));
  if (unknown.length > 0) return unknown.map(([key, value]) => `${title} selects ${key}=${value}, which no pod has`);
  return labels.some((some) => picks(selector, some)) ? [] : [`${title} selects no pod`];
}
