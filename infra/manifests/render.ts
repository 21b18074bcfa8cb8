import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { type GeneratedData, generateData, toObject } from '#manifests/generate-data.ts';
import { applyJsonPatch, jsonPatchSchema } from '#manifests/json-patch.ts';
import type { KubeObject } from '#manifests/kube-object.ts';
import { type ImageChange, type Patch, readKustomization } from '#manifests/kustomization.ts';

/** What has been gathered so far; a component changes what those before it have gathered. */
interface Gathered {
  objects: KubeObject[];
  generated: GeneratedData[];
}

/** Kinds that belong to no namespace. */
const clusterKinds = new Set(['Namespace']);

/** Renders a folder as `kubectl kustomize` does, for the part of kustomize that the manifests use. */
export async function renderManifests(folder: string): Promise<KubeObject[]> {
  const { objects, generated } = await gather(folder, { objects: [], generated: [] });
  const renamed = new Map<string, string>();
  const namespace = (await readKustomization(folder)).namespace;
  const made = generated.map((data) => {
    const object = toObject(data);
    renamed.set(`${data.kind}/${data.name}`, object.metadata.name);
    return inNamespace(object, namespace);
  });
  return [...objects, ...made].map((object) => rename(object, renamed) as KubeObject);
}

async function gather(folder: string, into: Gathered): Promise<Gathered> {
  const kustomization = await readKustomization(folder);
  for (const resource of kustomization.resources) {
    const path = join(folder, resource);
    if ((await stat(path)).isDirectory()) {
      const { objects, generated } = await gather(path, { objects: [], generated: [] });
      into.objects.push(...objects);
      into.generated.push(...generated);
    } else into.objects.push(...(await readObjects(path)));
  }
  for (const component of kustomization.components) await gather(join(folder, component), into);
  await generateAll(folder, 'ConfigMap', kustomization.configMapGenerator, into);
  await generateAll(folder, 'Secret', kustomization.secretGenerator, into);
  for (const patch of kustomization.patches) into.objects = patchAll(into.objects, patch, folder);
  into.objects = into.objects
    .map((object) => inNamespace(object, kustomization.namespace))
    .map((object) => changeImages(object, kustomization.images) as KubeObject);
  return into;
}

async function readObjects(path: string): Promise<KubeObject[]> {
  // Values by reference are copied: a later change of one must not reach the other.
  return parseAllDocuments(await readFile(path, 'utf8')).map((document) => {
    if (document.errors.length > 0) throw new Error(`${path}: ${document.errors.join('; ')}`);
    return structuredClone(document.toJS());
  });
}

async function generateAll(
  folder: string,
  kind: GeneratedData['kind'],
  generators: Parameters<typeof generateData>[2][],
  into: Gathered,
): Promise<void> {
  for (const generator of generators) {
    const isSame = (other: GeneratedData) => other.kind === kind && other.name === generator.name;
    const made = await generateData(folder, kind, generator, into.generated.find(isSame));
    into.generated = [...into.generated.filter((other) => !isSame(other)), made];
  }
}

function patchAll(objects: readonly KubeObject[], { target, patch }: Patch, folder: string): KubeObject[] {
  const isTarget = ({ kind, metadata }: KubeObject) =>
    kind === target.kind && (target.name === undefined || metadata.name === target.name);
  if (!objects.some(isTarget)) throw new Error(`${folder}: no ${target.kind} ${target.name ?? ''} to patch`);
  const operations = jsonPatchSchema.parse(parse(patch));
  return objects.map((object) => (isTarget(object) ? applyJsonPatch(object, operations) : object));
}

function inNamespace(object: KubeObject, namespace: string | undefined): KubeObject {
  if (namespace === undefined || clusterKinds.has(object.kind)) return object;
  return { ...object, metadata: { ...object.metadata, namespace } };
}

/** Images stand at `image` of a container, wherever a pod is described. */
function changeImages(value: unknown, changes: readonly ImageChange[]): unknown {
  return walk(value, (key, child) => {
    if (key !== 'image' || typeof child !== 'string') return child;
    const [, name = child, tag] = /^(.*?)(?::([^/:]+))?$/.exec(child) ?? [];
    const change = changes.find((candidate) => candidate.name === name);
    return change ? [change.newName ?? name, change.newTag ?? tag].filter(Boolean).join(':') : child;
  });
}

const references: Readonly<Record<string, string>> = {
  configMapKeyRef: 'ConfigMap',
  configMapRef: 'ConfigMap',
  configMap: 'ConfigMap',
  secretKeyRef: 'Secret',
  secretRef: 'Secret',
};

function rename(value: unknown, names: ReadonlyMap<string, string>): unknown {
  return walk(value, (key, child) => {
    const kind = references[key];
    if (kind === undefined || typeof child !== 'object' || child === null || !('name' in child)) return child;
    return { ...child, name: names.get(`${kind}/${child.name}`) ?? child.name };
  });
}

/** Copies a tree; each value passes through `change` with the key that leads to it. */
function walk(value: unknown, change: (key: string, child: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((child) => walk(child, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, walk(change(key, child), change)]));
}
