import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import { type KubeObject, ofKind, type Policy, titleOf } from '#manifests/kube-object.ts';

/**
 * A rollout fails no request: the new pod is ready before the old one stops,
 * and the old one has time to drain after load balancers have removed it.
 */
export function rolloutPolicy(drainSeconds: number): Policy {
  return (objects) =>
    ofKind<IDeployment>(objects, 'Deployment')
      .filter(isOurs)
      .flatMap((deployment) => {
        const { strategy, template, minReadySeconds = 0 } = deployment.spec ?? {};
        const {
          terminationGracePeriodSeconds = 30,
          topologySpreadConstraints = [],
          containers = [],
        } = template?.spec ?? {};
        const pauses = containers.map(({ lifecycle }) => lifecycle?.preStop?.sleep?.seconds ?? 0);
        const needed = Math.max(0, ...pauses) + drainSeconds;
        const { maxUnavailable, maxSurge } = strategy?.rollingUpdate ?? {};
        const title = titleOf(deployment);
        return [
          ...(maxUnavailable === 0 && Number(maxSurge) >= 1
            ? []
            : [`${title} takes a pod away before its successor is there`]),
          ...(minReadySeconds > 0 ? [] : [`${title} counts a pod that just began as there`]),
          ...(pauses.every((pause) => pause > 0)
            ? []
            : [`${title} gives load balancers no time to learn that a pod goes`]),
          ...(terminationGracePeriodSeconds > needed
            ? []
            : [`${title} is killed after ${terminationGracePeriodSeconds} s and may need ${needed} s`]),
          ...(topologySpreadConstraints.length >= 2 ? [] : [`${title} is not spread over nodes and zones`]),
        ];
      });
}

/** Whether a Deployment runs one of our images. */
function isOurs({ spec }: KubeObject & IDeployment): boolean {
  return (spec?.template.spec?.containers ?? []).some(({ image = '' }) => /(?:^|\/)inlet\/[^/]+$/.test(image));
}
