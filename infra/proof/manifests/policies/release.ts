import { type KubeObject, ofKind, titleOf } from '#manifests/kube-object.ts';
import { readProjectFile } from '#manifests/project-files.ts';
import { containersOf, serviceOf, workloadsOf } from '#manifests/workloads.ts';

const hash = /-[0-9a-f]{8}$/;
/** With these annotations Argo CD and Flux delete a Job that they would have to change. */
const replacing = {
  'argocd.argoproj.io/hook': 'Sync',
  'argocd.argoproj.io/hook-delete-policy': 'BeforeHookCreation',
  'kustomize.toolkit.fluxcd.io/force': 'enabled',
};

/**
 * All our images have one version. A Job cannot be changed: its name contains the version, and it contains no setting.
 */
export function* releasePolicy(objects: readonly KubeObject[]) {
  const { version } = JSON.parse(readProjectFile('package.json'));
  for (const container of containersOf(objects)) {
    const { title, image } = container;
    if (serviceOf(container) && !image?.endsWith(`:${version}`)) yield `${title} runs ${image}, not ${version}`;
  }
  for (const { kind, title, name, pod } of workloadsOf(objects)) {
    if (kind !== 'Job') continue;
    if (!hash.test(name) || !name.replace(hash, '').endsWith(`-${version}`))
      yield `${title} is not called after release ${version} and what it does`;
    if (JSON.stringify(pod).includes('"configMap')) yield `${title} reads settings, and cannot take a change of one`;
  }
  for (const object of objects.filter(({ kind }) => kind === 'Job')) {
    for (const [name, value] of Object.entries(replacing)) {
      if (object.metadata.annotations?.[name] !== value) yield `${titleOf(object)} has no ${name}: ${value}`;
    }
  }
}

/**
 * A rollout fails no request: the new pod is ready before the old one stops,
 * and the old one has time to drain after load balancers have removed it.
 */
export function* rolloutPolicy(objects: readonly KubeObject[]) {
  for (const { title, spec } of ofKind(objects, 'Deployment')) {
    const { strategy, template, minReadySeconds = 0 } = spec;
    const {
      terminationGracePeriodSeconds: graceSeconds = 30,
      topologySpreadConstraints = [],
      containers = [],
    } = template.spec ?? {};
    if (!containers.some(serviceOf)) continue;
    const { maxUnavailable, maxSurge } = strategy?.rollingUpdate ?? {};
    if (maxUnavailable !== 0 || !(Number(maxSurge) >= 1))
      yield `${title} takes a pod away before its successor is there`;
    if (minReadySeconds === 0) yield `${title} counts a pod that just began as there`;
    const pauses = containers.map(({ lifecycle }) => lifecycle?.preStop?.sleep?.seconds ?? 0);
    if (pauses.includes(0)) yield `${title} gives load balancers no time to learn that a pod goes`;
    const neededSeconds = Math.max(...pauses) + readDrainSeconds();
    if (graceSeconds <= neededSeconds)
      yield `${title} is killed after ${graceSeconds} s and may need ${neededSeconds} s`;
    if (topologySpreadConstraints.length < 2) yield `${title} is not spread over nodes and zones`;
  }
}

/** The services' longest time from the signal to the exit. */
export function readDrainSeconds(): number {
  const found = /closeDeadlineMs = ([\d_]+);/.exec(readProjectFile('libs/process/src/run-service.ts'));
  if (!found?.[1]) throw new Error('The services no longer say how long they take to close');
  return Number(found[1].replaceAll('_', '')) / 1_000;
}
