import { describe, expect, it } from 'vitest';
import { examples, folders, plant, readFaults, rendered } from '#manifests/planted-faults.test-setup.ts';
import { readPolicies } from '#manifests/policies/all-policies.ts';
import { canRender } from '#manifests/render.ts';

const policies = await readPolicies();
const faults = readFaults();

describe.each(folders)('%s', (folder) => {
  it.skipIf(!canRender)('follows every policy', () => {
    const objects = rendered.get(folder) ?? [];
    const { placeholders: _ofExamples, ...others } = policies;
    const applied = examples.includes(folder) ? others : policies;
    expect(Object.values(applied).flatMap((policy) => [...policy(objects)])).toEqual([]);
  });
});

it.skipIf(!canRender)('has the same migration Job in every overlay, but for the registry of its images', () => {
  const jobs = [...rendered.values()].flatMap((objects) => objects.filter(({ kind }) => kind === 'Job'));
  const texts = jobs.map((job) => JSON.stringify(job).replaceAll(/"image":"[^"]*\//g, '"image":"'));
  expect([jobs.length, new Set(texts).size]).toEqual([folders.length, 1]);
});

it.skipIf(!canRender).each(faults)('finds a planted fault: $finding', ({ policy, finding, fault }) => {
  expect([...(policies[policy]?.(plant(fault).objects) ?? [])].join('\n')).toContain(finding);
});

it('has a planted fault for every policy', () => {
  expect(new Set(faults.map(({ policy }) => policy))).toEqual(new Set(Object.keys(policies)));
});
