import type { IContainer } from 'kubernetes-models/v1/Container';
import { versionedImage } from '#manifests/judge-environment.ts';
import type { KubeObject } from '#manifests/kube-object.ts';
import { containersOf, lastingWorkloads, workloadsOf } from '#manifests/workloads.ts';

const amounts = ['cpu', 'memory'] as const;
const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const;

/** Every container has a request and a limit of CPU and memory. */
export function* resourcePolicy(objects: readonly KubeObject[]) {
  for (const { title, name, resources } of containersOf(objects)) {
    for (const amount of amounts) {
      if (resources?.requests?.[amount] === undefined || resources.limits?.[amount] === undefined)
        yield `${title} has no request or no limit of ${amount} for ${name}`;
    }
  }
}

/** After a crash a store reads its log for minutes. A probe that kills it during that time makes it start again. */
const recoverySeconds = 600;
const periodSecondsByDefault = 10;
const failuresByDefault = 3;

/** Every lasting container has all three probes, and its liveness depends on no other service. */
export function* probePolicy(objects: readonly KubeObject[]) {
  for (const { kind, title, containers } of lastingWorkloads(objects)) {
    for (const container of containers) {
      for (const probe of probes) if (!container[probe]) yield `${title} has no ${probe} for ${container.name}`;
      if (container.livenessProbe?.httpGet?.path === '/readyz')
        yield `${title} ends ${container.name} for others' faults`;
      const seconds = startSeconds(container);
      if (kind === 'StatefulSet' && seconds < recoverySeconds)
        yield `${title} ends ${container.name} after ${seconds} s of reading its own data`;
    }
  }
}

function startSeconds({ startupProbe }: IContainer): number {
  const { periodSeconds = periodSecondsByDefault, failureThreshold = failuresByDefault } = startupProbe ?? {};
  return periodSeconds * failureThreshold;
}

/** An image is fixed: it has a tag with a version. */
export function* imagePolicy(objects: readonly KubeObject[]) {
  for (const { title, image = '' } of containersOf(objects)) {
    if (!versionedImage.test(image)) yield `${title} runs ${image}, which does not name one version`;
  }
}

/** The `restricted` Pod Security Standard, and a read-only file system. */
export function* securityPolicy(objects: readonly KubeObject[]) {
  for (const { title, pod } of workloadsOf(objects)) {
    const { runAsNonRoot, runAsUser, seccompProfile } = pod.securityContext ?? {};
    if (pod.automountServiceAccountToken !== false) yield `${title} gets a token of the cluster`;
    if (pod.enableServiceLinks !== false) yield `${title} gets variables that nobody wrote`;
    if (!runAsNonRoot || !runAsUser) yield `${title} may run as root`;
    if (seccompProfile?.type !== 'RuntimeDefault') yield `${title} may call all of the kernel`;
  }
  for (const { title, name, securityContext } of containersOf(objects)) {
    const { allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities } = securityContext ?? {};
    if (allowPrivilegeEscalation !== false) yield `${title} lets ${name} gain rights`;
    if (!readOnlyRootFilesystem) yield `${title} lets ${name} write to its own files`;
    if (!capabilities?.drop?.includes('ALL')) yield `${title} leaves ${name} capabilities`;
  }
}
