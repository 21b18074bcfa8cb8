import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { Document, parse } from 'yaml';
import { type KubeObject, titleOf } from '#manifests/kube-object.ts';
import { readProjectFile } from '#manifests/project-files.ts';
import { canRender, render } from '#manifests/render.ts';

const fixtures = 'infra/proof/manifests/fixtures';

/** The overlays, and combinations of the components that none of our overlays has. */
export const folders = [
  'k8s/overlays/production',
  'k8s/overlays/local',
  `${fixtures}/ingress-nginx`,
  `${fixtures}/traefik`,
  `${fixtures}/gateway-api`,
  `${fixtures}/redis-cluster`,
];
/** Overlays to copy. */
export const examples = ['k8s/overlays/production'];

/** The objects of each folder; empty if kubectl cannot render them. */
export const rendered = new Map(folders.map((folder) => [folder, canRender ? render(join(projectRoot, folder)) : []]));

type Fault = readonly [object: string, path: string, value: unknown];

/** A row for each fault: the policy, its finding, and the fault. */
export function readFaults() {
  const text = readProjectFile('infra/proof/manifests/planted-faults.yaml');
  const policies: Record<string, Record<string, Fault>> = parse(text);
  return Object.entries(policies).flatMap(([policy, faults]) =>
    Object.entries(faults).map(([finding, fault]) => ({ policy, finding, fault })),
  );
}

/** The objects of the first folder that contains this one, and the changed object. Names have no hash here. */
export function plant([title, path, value]: Fault) {
  const isMeant = (object: KubeObject) =>
    titleOf(object).replace(/(?<=^ConfigMap.*)-\w{10}$|(?<=^Job.*)-[0-9a-f]{8}$/, '') === title;
  const objects = [...rendered.values()].find((some) => some.some(isMeant));
  const meant = objects?.find(isMeant);
  if (!objects || !meant) throw new Error(`There is no ${title}`);
  const changed = change(meant, path, value);
  return { changed, objects: objects.map((object) => (object === meant ? changed : object)) };
}

/**
 * A copy of an object with a value at a JSON pointer, or without that part if the value is null. An item of a list may
 * be given by name or by index.
 */
function change(object: KubeObject, path: string, value: unknown): KubeObject {
  let parent: unknown = object;
  const keys = path
    .split('/')
    .slice(1)
    .map((text) => {
      const key = text.replaceAll('~1', '/');
      const index = Array.isArray(parent) ? parent.findIndex(({ name }) => name === key) : -1;
      const found = index === -1 ? key : index;
      parent = (parent as Record<string | number, unknown> | undefined)?.[found];
      return found;
    });
  const document = new Document(object);
  if (value === null) document.deleteIn(keys);
  else document.setIn(keys, value);
  return document.toJS();
}
