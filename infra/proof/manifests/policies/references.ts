import { type KubeObject, type Policy, titleOf } from '#manifests/kube-object.ts';

/** A key of a ConfigMap or Secret, as in `inlet-redis/REDIS_URL`. */
export type DataKey = string;

/** Each reference to a ConfigMap or Secret leads to a rendered one, or to one that the documentation asks for. */
export function referencePolicy(documented: ReadonlySet<DataKey>): Policy {
  return (objects) => {
    const there = new Set([...objects.flatMap(keysOf), ...documented]);
    return objects.flatMap((object) =>
      referencesIn(object)
        .filter((key) => !there.has(key))
        .map((key) => `${titleOf(object)} reads ${key}, which is neither here nor on the list of secrets`),
    );
  };
}

function keysOf({ kind, metadata, data }: KubeObject): DataKey[] {
  if (kind !== 'ConfigMap' && kind !== 'Secret') return [];
  return Object.keys((data as Record<string, string>) ?? {}).map((key) => `${metadata.name}/${key}`);
}

interface Reference {
  readonly name?: string;
  readonly key?: string;
}

/** The references in `secretKeyRef`, `configMapKeyRef`, and a TriggerAuthentication's `secretTargetRef`. */
function referencesIn(value: unknown): DataKey[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, child]) => {
    if (field === 'secretKeyRef' || field === 'configMapKeyRef') return keyOf(child as Reference);
    if (field === 'secretTargetRef') return (child as Reference[]).map(keyOf);
    return referencesIn(child);
  });
}

function keyOf({ name = '', key = '' }: Reference): DataKey {
  return `${name}/${key}`;
}
