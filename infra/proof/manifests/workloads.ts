import type { IContainer } from 'kubernetes-models/v1/Container';
import { type KubeObject, ofKind, type Spec } from '#manifests/kube-object.ts';

/** An object that creates pods. */
export type Workload = ReturnType<typeof workloadsOf>[number];
export type LabelSelector = Spec<'Deployment'>['selector'];

const workloadKinds = ['Deployment', 'StatefulSet', 'Job'] as const;

export function workloadsOf(objects: readonly KubeObject[]) {
  const scheduled = ofKind(objects, 'CronJob').map(({ title, name, spec }) => {
    return { kind: 'CronJob' as const, title, name, spec: spec.jobTemplate.spec as Spec<'Job'> };
  });
  const others = workloadKinds.flatMap((kind) => ofKind(objects, kind).map((found) => ({ kind, ...found })));
  return [...others, ...scheduled].map(({ kind, title, name, spec: { replicas, selector, template } }) => ({
    kind,
    title,
    name,
    replicas,
    selector,
    podLabels: template.metadata?.labels ?? {},
    pod: template.spec ?? { containers: [] },
    /** The containers that keep running. */
    containers: template.spec?.containers ?? [],
  }));
}

/** The workloads that keep running. */
export function lastingWorkloads(objects: readonly KubeObject[]): Workload[] {
  return workloadsOf(objects).filter(({ kind }) => kind !== 'Job' && kind !== 'CronJob');
}

/** Every container with its workload's title, including those that end before the others start. */
export function containersOf(objects: readonly KubeObject[]): (IContainer & { readonly title: string })[] {
  return workloadsOf(objects).flatMap(({ title, pod, containers }) =>
    [...(pod.initContainers ?? []), ...containers].map((container) => ({ ...container, title })),
  );
}

/** The service whose image a container runs; undefined for other images. */
export function serviceOf({ image = '' }: IContainer): string | undefined {
  return /\/inlet-([a-z]+):/.exec(image)?.[1];
}

/** True if a selector matches a pod with these labels; an empty one matches every pod. */
export function picks(selector: LabelSelector | undefined, labels: Readonly<Record<string, string>>): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector ?? {};
  const hasAll = Object.entries(matchLabels).every(([key, value]) => labels[key] === value);
  return (
    hasAll &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      if (operator !== 'In') throw new Error(`Selectors with ${operator} are not used here`);
      return values.includes(labels[key] ?? '');
    })
  );
}

/** True if one of the containers has a port of this name or number. */
export function hasPort(containers: readonly IContainer[], port: number | string): boolean {
  return containers.some(({ ports = [] }) =>
    ports.some(({ name, containerPort }) => name === port || containerPort === port),
  );
}

/** The ingress and egress rules of a network policy. */
export function waysOf({ ingress = [], egress = [] }: Spec<'NetworkPolicy'>) {
  return [
    ...ingress.map(({ from = [], ports = [] }) => ({ isInward: true, peers: from, ports })),
    ...egress.map(({ to = [], ports = [] }) => ({ isInward: false, peers: to, ports })),
  ];
}

/** Selectors of the peers in our namespace: the manifests do not contain the pods of others. */
export function ownPeers(peers: ReturnType<typeof waysOf>[number]['peers']): LabelSelector[] {
  return peers.flatMap(({ namespaceSelector, podSelector }) => (namespaceSelector ? [] : (podSelector ?? [])));
}
