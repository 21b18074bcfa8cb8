import type { IContainer } from 'kubernetes-models/v1/Container';
import { versionedImage } from '#manifests/judge-environment.ts';
import type { Policy } from '#manifests/kube-object.ts';
import { everyContainer, lastingWorkloads, workloadsOf } from '#manifests/workloads.ts';

const amounts = ['cpu', 'memory'] as const;
const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const;

/** Every container has a request and a limit of CPU and memory. */
export const resourcePolicy: Policy = (objects) =>
  workloadsOf(objects).flatMap((workload) =>
    everyContainer(workload).flatMap(({ name, resources }) =>
      amounts
        .filter((amount) => resources?.requests?.[amount] === undefined || resources.limits?.[amount] === undefined)
        .map((amount) => `${workload.title} has no request or no limit of ${amount} for ${name}`),
    ),
  );

/** After a crash a store reads its log for minutes. A probe that kills it meanwhile makes it start again. */
const recoverySeconds = 600;
const periodSecondsByDefault = 10;
const failuresByDefault = 3;

/** Every lasting container has all three probes, and its liveness depends on no other service. */
export const probePolicy: Policy = (objects) =>
  lastingWorkloads(objects).flatMap(({ kind, title, containers }) =>
    containers.flatMap((container) => [
      ...probes.filter((probe) => !container[probe]).map((probe) => `${title} has no ${probe} for ${container.name}`),
      ...(container.livenessProbe?.httpGet?.path === '/readyz'
        ? [`${title} ends ${container.name} for others' faults`]
        : []),
      ...(kind === 'StatefulSet' && startSeconds(container) < recoverySeconds
        ? [`${title} ends ${container.name} after ${startSeconds(container)} s of reading its own data`]
        : []),
    ]),
  );

function startSeconds({ startupProbe }: IContainer): number {
  const { periodSeconds = periodSecondsByDefault, failureThreshold = failuresByDefault } = startupProbe ?? {};
  return periodSeconds * failureThreshold;
}

/** An image is one image: a tag with a version in it. */
export const imagePolicy: Policy = (objects) =>
  workloadsOf(objects).flatMap((workload) =>
    everyContainer(workload)
      .filter(({ image = '' }) => !versionedImage.test(image))
      .map(({ image }) => `${workload.title} runs ${image}, which does not name one version`),
  );

/** The `restricted` Pod Security Standard, and a read-only file system. */
export const securityPolicy: Policy = (objects) =>
  workloadsOf(objects).flatMap((workload) => {
    const { pod, title } = workload;
    const context = pod.securityContext;
    return [
      ...(pod.automountServiceAccountToken === false ? [] : [`${title} gets a token of the cluster`]),
      ...(pod.enableServiceLinks === false ? [] : [`${title} gets variables that nobody wrote`]),
      ...(context?.runAsNonRoot === true && context.runAsUser ? [] : [`${title} may run as root`]),
      ...(context?.seccompProfile?.type === 'RuntimeDefault' ? [] : [`${title} may call all of the kernel`]),
      ...everyContainer(workload).flatMap(({ name, securityContext: own }) => [
        ...(own?.allowPrivilegeEscalation === false ? [] : [`${title} lets ${name} gain rights`]),
        ...(own?.readOnlyRootFilesystem === true ? [] : [`${title} lets ${name} write to its own files`]),
        ...(own?.capabilities?.drop?.includes('ALL') ? [] : [`${title} leaves ${name} capabilities`]),
      ]),
    ];
  });
