import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type KubeObject, titleOf } from '#manifests/kube-object.ts';
import { canRender, renderManifests } from '#manifests/render.ts';

export const folders = ['k8s/overlays/production', 'k8s/overlays/local', 'infra/proof/manifests/fixtures/with-ingress'];

/** The objects of each folder, which are none where kubectl cannot render them. */
export const rendered = new Map(folders.map((folder) => [folder, canRender ? renderManifests(folder) : []]));

type Fault = readonly [object: string, path: string, value: unknown];

/** A row for each fault: the policy, its finding, and the fault. */
export function readFaults() {
  const text = readFileSync(join(import.meta.dirname, 'planted-faults.yaml'), 'utf8');
  const policies: Record<string, Record<string, Fault>> = parse(text);
  return Object.entries(policies).flatMap(([policy, faults]) =>
    Object.entries(faults).map(([finding, fault]) => ({ policy, finding, fault })),
  );
}

/** The objects of the first folder that has this one, and the changed object. A ConfigMap is named without its hash. */
export function plant([title, path, value]: Fault) {
  const isMeant = (object: KubeObject) => titleOf(object).replace(/(?<=^ConfigMap.*)-\w{10}$/, '') === title;
  for (const objects of rendered.values()) {
    const found = objects.find(isMeant);
    if (!found) continue;
    const changed = change(found, path, value);
    return { changed, objects: objects.map((object) => (object === found ? changed : object)) };
  }
  throw new Error(`There is no ${title}`);
}

/** A copy of an object with a value at a JSON pointer, or without that place where the value is null. */
function change(object: KubeObject, path: string, value: unknown): KubeObject {
  const copy = structuredClone(object);
  const keys = path.split('/').map((key) => key.replaceAll('~1', '/'));
  const last = keys.pop() ?? '';
  type Tree = Record<string, unknown>;
  const parent = keys.slice(1).reduce<Tree>((tree, key) => tree[key] as Tree, copy);
  if (value !== null) parent[last] = value;
  else if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete parent[last];
  return copy;
}
