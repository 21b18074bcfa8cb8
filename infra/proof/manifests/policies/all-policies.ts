import type { Policy } from '#manifests/kube-object.ts';
import { imagePolicy, probePolicy, resourcePolicy, securityPolicy } from '#manifests/policies/containers.ts';
import { entrancePolicy } from '#manifests/policies/entrance.ts';
import { environmentPolicy } from '#manifests/policies/environment.ts';
import { networkPolicy } from '#manifests/policies/network.ts';
import { placeholderPolicy } from '#manifests/policies/placeholders.ts';
import { portPolicy } from '#manifests/policies/ports.ts';
import { referencePolicy } from '#manifests/policies/references.ts';
import { releasePolicy, rolloutPolicy } from '#manifests/policies/release.ts';
import { disruptionPolicy, queuePolicy, scalingPolicy } from '#manifests/policies/scaling.ts';
import { selectorPolicy } from '#manifests/policies/selectors.ts';
import { readPrograms } from '#manifests/program-settings.ts';

/** Every policy by the name under which faults are planted for it. */
export async function readPolicies(): Promise<Readonly<Record<string, Policy>>> {
  return {
    disruption: disruptionPolicy,
    entrance: entrancePolicy,
    environment: environmentPolicy(await readPrograms()),
    images: imagePolicy,
    network: networkPolicy,
    placeholders: placeholderPolicy,
    ports: portPolicy,
    probes: probePolicy,
    queues: queuePolicy,
    references: referencePolicy,
    release: releasePolicy,
    resources: resourcePolicy,
    rollout: rolloutPolicy,
    scaling: scalingPolicy,
    security: securityPolicy,
    selectors: selectorPolicy,
  };
}
