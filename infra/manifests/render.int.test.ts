import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '#local/config.ts';
import { type KubeObject, titleOf } from '#manifests/kube-object.ts';
import { renderManifests } from '#manifests/render.ts';
import { renderWithKubectl } from '#manifests/render-with-kubectl.ts';

const byTitle = (objects: readonly KubeObject[]) =>
  Object.fromEntries(objects.map((object) => [titleOf(object), object]));

const folders = ['k8s/base', 'k8s/overlays/local', 'k8s/overlays/production', 'infra/manifests/fixtures/with-ingress'];

it.each(folders)('renders %s as kubectl does', async (path) => {
  const folder = join(projectRoot, path);
  const [ours, theirs] = [await renderManifests(folder), renderWithKubectl(folder)];
  expect(ours.length).toBe(Object.keys(byTitle(ours)).length);
  if (theirs) expect(byTitle(ours)).toEqual(byTitle(theirs));
});
