import { type KubeObject, readData, titleOf } from '#manifests/kube-object.ts';
import { readProjectFile } from '#manifests/project-files.ts';

/** Each reference to a ConfigMap or Secret resolves to a rendered one, or to one that the documentation requires. */
export function* referencePolicy(objects: readonly KubeObject[]) {
  const there = new Set([...readData(objects).keys(), ...documentedSecrets()]);
  for (const object of objects) {
    for (const key of referencesIn(object)) {
      if (!there.has(key)) yield `${titleOf(object)} reads ${key}, which is neither here nor on the list of secrets`;
    }
  }
}

/** The secrets that an operator creates, from the documentation's table: `| \`name\` | \`KEY\`, \`KEY\` | ... |`. */
function documentedSecrets(): string[] {
  const rows = readProjectFile('docs/kubernetes.md').matchAll(/^\| `([a-z-]+)` \| ((?:`[A-Z_]+`(?:, )?)+) \|/gm);
  return [...rows].flatMap(([, name, keys = '']) => [...keys.matchAll(/`(\w+)`/g)].map(([, key]) => `${name}/${key}`));
}

/** The references in `secretKeyRef`, `configMapKeyRef`, and a TriggerAuthentication's `secretTargetRef`. */
export function referencesIn(value: unknown, which: 'all' | 'required' = 'all'): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, child]) => {
    if (field === 'secretKeyRef' || field === 'configMapKeyRef')
      return child.optional && which === 'required' ? [] : keyOf(child);
    if (field === 'secretTargetRef') return child.map(keyOf);
    return referencesIn(child, which);
  });
}

function keyOf({ name, key }: { name: string; key: string }): string {
  return `${name}/${key}`;
}
