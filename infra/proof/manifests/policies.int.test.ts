import { describe, expect, it } from 'vitest';
import type { Policy } from '#manifests/kube-object.ts';
import { canRender, folders, plant, readFaults, rendered } from '#manifests/planted-faults.test-setup.ts';
import { imagePolicy, probePolicy, resourcePolicy, securityPolicy } from '#manifests/policies/containers.ts';
import { environmentPolicy } from '#manifests/policies/environment.ts';
import { networkPolicy } from '#manifests/policies/network.ts';
import { portPolicy } from '#manifests/policies/ports.ts';
import { referencePolicy } from '#manifests/policies/references.ts';
import { releasePolicy, rolloutPolicy } from '#manifests/policies/release.ts';
import { disruptionPolicy, queuePolicy, scalingPolicy } from '#manifests/policies/scaling.ts';
import { selectorPolicy } from '#manifests/policies/selectors.ts';
import { readPrograms } from '#manifests/program-settings.ts';

const policies: Readonly<Record<string, Policy>> = {
  disruption: disruptionPolicy,
  environment: environmentPolicy(await readPrograms()),
  images: imagePolicy,
  network: networkPolicy,
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
const faults = readFaults();

describe.each(folders)('%s', (folder) => {
  it.skipIf(!canRender)('follows every policy', () => {
    const objects = rendered.get(folder) ?? [];
    expect(Object.values(policies).flatMap((policy) => [...policy(objects)])).toEqual([]);
  });
});

it.skipIf(!canRender).each(faults)('finds a planted fault: $finding', ({ policy, finding, fault }) => {
  expect([...(policies[policy]?.(plant(fault).objects) ?? [])].join('\n')).toContain(finding);
});

it('has a planted fault for every policy', () => {
  expect(new Set(faults.map(({ policy }) => policy))).toEqual(new Set(Object.keys(policies)));
});
