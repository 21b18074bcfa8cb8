import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '#local/config.ts';
import { loadPolicies } from '#manifests/all-policies.ts';
import { applyJsonPatch } from '#manifests/json-patch.ts';
import { type KubeObject, titleOf } from '#manifests/kube-object.ts';
import { type Fault, type Folder, faults, folders } from '#manifests/planted-faults.test-setup.ts';
import type { Policy } from '#manifests/policies/policy.ts';
import { renderManifests } from '#manifests/render.ts';

let policies: Readonly<Record<string, Policy>>;
let rendered: Readonly<Record<Folder, readonly KubeObject[]>>;

beforeAll(async () => {
  policies = await loadPolicies();
  const entries = folders.map(async (folder) => [folder, await renderManifests(join(projectRoot, folder))] as const);
  rendered = Object.fromEntries(await Promise.all(entries)) as Record<Folder, KubeObject[]>;
});

function judge(policy: string, objects: readonly KubeObject[]): string[] {
  const rule = policies[policy];
  if (!rule) throw new Error(`There is no policy called ${policy}`);
  return rule(objects);
}

function plant({ folder = 'k8s/overlays/production', object: title, patch }: Fault): KubeObject[] {
  const isMeant = (object: KubeObject) =>
    object.kind === 'ConfigMap' ? titleOf(object).startsWith(`${title}-`) : titleOf(object) === title;
  const before = rendered[folder];
  if (!before.some(isMeant)) throw new Error(`There is no ${title} in ${folder}`);
  return before.map((object) => (isMeant(object) ? applyJsonPatch(object, patch) : object));
}

describe.each(folders)('%s', (folder) => {
  it('follows every policy', () => {
    const problems = Object.keys(policies).flatMap((policy) => judge(policy, rendered[folder]));
    expect(problems).toEqual([]);
  });
});

it.each(faults)('finds a planted fault: $says', (fault) => {
  expect(judge(fault.policy, plant(fault)).join('\n')).toContain(fault.says);
});

it('has a planted fault for every policy', () => {
  const planted = new Set(faults.map(({ policy }) => policy));
  expect(Object.keys(policies).filter((policy) => !planted.has(policy))).toEqual([]);
});
