import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { Document, parse, parseAllDocuments } from 'yaml';
import { type KubeObject, titleOf } from '#manifests/kube-object.ts';
import { readProjectFile } from '#manifests/project-files.ts';

/** Components came with kustomize 3.7, which kubectl contains since 1.21; older ones contain kustomize 2. */
export const canRender = Number(/Kustomize Version: v(\d+)/.exec(runKubectl(['version', '--client']).stdout)?.[1]) >= 4;

export const folders = ['k8s/overlays/production', 'k8s/overlays/local', 'infra/proof/manifests/fixtures/with-ingress'];

/** The objects of each folder, which are none where kubectl cannot render them. */
export const rendered = new Map(folders.map((folder) => [folder, canRender ? render(join(projectRoot, folder)) : []]));

/** Renders a folder, as `kubectl apply -k` would send it. */
export function render(folder: string): KubeObject[] {
  const { status, stdout, stderr } = runKubectl(['kustomize', folder]);
  if (status !== 0) throw new Error(`kubectl kustomize ${folder}: ${stderr}`);
  return parseAllDocuments(stdout).map((document) => document.toJS());
}

function runKubectl(args: readonly string[]) {
  return spawnSync('kubectl', args, { encoding: 'utf8' });
}

type Fault = readonly [object: string, path: string, value: unknown];

/** A row for each fault: the policy, its finding, and the fault. */
export function readFaults() {
  const text = readProjectFile('infra/proof/manifests/planted-faults.yaml');
  const policies: Record<string, Record<string, Fault>> = parse(text);
  return Object.entries(policies).flatMap(([policy, faults]) =>
    Object.entries(faults).map(([finding, fault]) => ({ policy, finding, fault })),
  );
}

/** The objects of the first folder that has this one, and the changed object. Names have no hash here. */
export function plant([title, path, value]: Fault) {
  const isMeant = (object: KubeObject) => titleOf(object).replace(/(?<=^ConfigMap.*)-\w{10}$|(?<=^Job.*)-[0-9a-f]{8}$/, '') === title;
  const objects = [...rendered.values()].find((some) => some.some(isMeant));
  const meant = objects?.find(isMeant);
  if (!objects || !meant) throw new Error(`There is no ${title}`);
  const changed = change(meant, path, value);
  return { changed, objects: objects.map((object) => (object === meant ? changed : object)) };
}

/**
 * A copy of an object with a value at a JSON pointer, or without the part at the pointer where the value is null. An item
 * of a list may be named instead of counted.
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
