import { beforeAll, describe, expect, it } from 'vitest';
import { loadPolicies } from '#manifests/all-policies.ts';
import type { Policy } from '#manifests/kube-object.ts';
import { folders, plant, readFaults, rendered } from '#manifests/planted-faults.test-setup.ts';
import { canRender } from '#manifests/render.ts';

const faults = readFaults();
let policies: Readonly<Record<string, Policy>>;

beforeAll(async () => {
  policies = await loadPolicies();
});

describe.each(folders)('%s', (folder) => {
  it.skipIf(!canRender)('follows every policy', () => {
    const objects = rendered.get(folder) ?? [];
    expect(Object.values(policies).flatMap((policy) => policy(objects))).toEqual([]);
  });
});

it.skipIf(!canRender).each(faults)('finds a planted fault: $finding', ({ policy, finding, fault }) => {
  expect(policies[policy]?.(plant(fault).objects).join('\n')).toContain(finding);
});

it('has a planted fault for every policy', () => {
  expect(new Set(faults.map(({ policy }) => policy))).toEqual(new Set(Object.keys(policies)));
});
