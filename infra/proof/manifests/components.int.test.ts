import { expect, it } from 'vitest';
import { titleOf } from '#manifests/kube-object.ts';
import { rendered } from '#manifests/planted-faults.test-setup.ts';
import { readProjectFile } from '#manifests/project-files.ts';
import { canRender } from '#manifests/render.ts';
import { workloadsOf } from '#manifests/workloads.ts';

it.skipIf(!canRender)('pulls the images of every pod with the secret that inlet-install names', () => {
  const objects = rendered.get('infra/proof/manifests/fixtures/ingress-nginx') ?? [];
  const account = objects.find((object) => titleOf(object) === 'ServiceAccount/inlet');
  expect(account?.imagePullSecrets).toEqual([{ name: 'registry' }]);
  const kinds = new Set(workloadsOf(objects).map(({ kind }) => kind));
  expect([...kinds].toSorted()).toEqual(['CronJob', 'Deployment', 'Job', 'StatefulSet']);
  const others = workloadsOf(objects).filter(({ pod }) => pod.serviceAccountName !== 'inlet');
  expect(others.map(({ title }) => title)).toEqual([]);
});

it.skipIf(!canRender)('takes every documented secret of a service from a store outside of the cluster', () => {
  const rows = readProjectFile('docs/kubernetes.md').matchAll(/^\| `(inlet-[a-z]+)` \| `[A-Z]/gm);
  const documented = new Set([...rows].map(([, name = '']) => `ExternalSecret/${name}`));
  expect(documented.size).toBeGreaterThan(8);
  // Only the PostgreSQL of `in-cluster-data` reads it.
  documented.delete('ExternalSecret/inlet-postgres');
  const there = new Set([...rendered.values()].flat().map(titleOf));
  expect([...documented].filter((title) => !there.has(title))).toEqual([]);
});
