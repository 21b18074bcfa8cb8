import * as z from 'zod';

const operationSchema = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('add'), path: z.string(), value: z.unknown() }),
  z.strictObject({ op: z.literal('replace'), path: z.string(), value: z.unknown() }),
  z.strictObject({ op: z.literal('remove'), path: z.string() }),
]);

export const jsonPatchSchema = z.array(operationSchema);
export type JsonPatch = z.output<typeof jsonPatchSchema>;

type Container = Record<string, unknown> | unknown[];

/** Answers a copy of a document with a JSON patch (RFC 6902) applied; a path that leads nowhere is an error. */
export function applyJsonPatch<T extends object>(document: T, patch: JsonPatch): T {
  const copy = structuredClone(document);
  for (const operation of patch) {
    const keys = operation.path.split('/').slice(1).map(unescapeKey);
    const last = keys.pop();
    if (last === undefined) throw new Error('A patch cannot replace the whole document');
    const parent = keys.reduce<unknown>((value, key) => stepInto(value, key, operation.path), copy);
    if (!isContainer(parent)) throw nowhere(operation.path);
    if (operation.op !== 'add' && !hasKey(parent, last)) throw nowhere(operation.path);
    change(parent, last, operation);
  }
  return copy;
}

function change(parent: Container, key: string, operation: JsonPatch[number]): void {
  if (Array.isArray(parent)) {
    const index = key === '-' ? parent.length : Number(key);
    if (operation.op === 'add') parent.splice(index, 0, operation.value);
    else if (operation.op === 'replace') parent[index] = operation.value;
    else parent.splice(index, 1);
  } else if (operation.op === 'remove') delete parent[key];
  else parent[key] = operation.value;
}

function stepInto(value: unknown, key: string, path: string): unknown {
  if (!isContainer(value) || !hasKey(value, key)) throw nowhere(path);
  return (value as Record<string, unknown>)[key];
}

function hasKey(container: Container, key: string): boolean {
  return Object.hasOwn(container, key);
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

function unescapeKey(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~');
}

function nowhere(path: string): Error {
  return new Error(`The patch leads nowhere at ${path}`);
}
