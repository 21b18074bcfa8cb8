import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import type { IContainer } from 'kubernetes-models/v1/Container';
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec';
import { type KubeObject, ofKind, titleOf } from '#manifests/kube-object.ts';

/** An object that creates pods. */
export interface Workload {
  readonly title: string;
  readonly kind: string;
  readonly name: string;
  readonly replicas: number | undefined;
  readonly selector: LabelSelector | undefined;
  readonly podLabels: Readonly<Record<string, string>>;
  readonly pod: IPodSpec;
  /** The containers that keep running. */
  readonly containers: readonly IContainer[];
  /** The containers that end before the others start. */
  readonly initContainers: readonly IContainer[];
}

export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

const workloadKinds = ['Deployment', 'StatefulSet', 'Job'];

export function workloadsOf(objects: readonly KubeObject[]): Workload[] {
  return workloadKinds
    .flatMap((kind) => ofKind<IDeployment>(objects, kind))
    .map((object) => {
      const { replicas, selector, template } = object.spec ?? { template: {} };
      const pod = template?.spec ?? { containers: [] };
      return {
        title: titleOf(object),
        kind: object.kind,
        name: object.metadata.name,
        replicas,
        selector: selector as LabelSelector | undefined,
        podLabels: template?.metadata?.labels ?? {},
        pod,
        containers: pod.containers,
        initContainers: pod.initContainers ?? [],
      };
    });
}

/** The workloads that keep running. */
export function lastingWorkloads(objects: readonly KubeObject[]): Workload[] {
  return workloadsOf(objects).filter(({ kind }) => kind !== 'Job');
}

export function everyContainer({ initContainers, containers }: Workload): IContainer[] {
  return [...initContainers, ...containers];
}

/** Whether a selector picks a pod with these labels; an empty one picks every pod. */
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

/** The number of a port that is given by name or number. */
export function portNumber({ containers }: Pick<Workload, 'containers'>, port: number | string): number | undefined {
  const ports = containers.flatMap((container) => container.ports ?? []);
  return ports.find(({ name, containerPort }) => name === port || containerPort === port)?.containerPort;
}
