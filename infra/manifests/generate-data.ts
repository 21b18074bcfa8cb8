import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { KubeObject } from '#manifests/kube-object.ts';
import type { Generator } from '#manifests/kustomization.ts';

/** A ConfigMap or Secret whose name may still get the hash of what is in it. */
export interface GeneratedData {
  readonly kind: 'ConfigMap' | 'Secret';
  readonly name: string;
  readonly data: Readonly<Record<string, string>>;
  readonly isHashed: boolean;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** Makes what a generator says, on top of what an earlier one has made. */
export async function generateData(
  folder: string,
  kind: GeneratedData['kind'],
  generator: Generator,
  before: GeneratedData | undefined,
): Promise<GeneratedData> {
  const { name, behavior, options } = generator;
  if (behavior === 'merge' && !before) throw new Error(`There is no ${kind} ${name} to merge into`);
  if (behavior === 'create' && before) throw new Error(`There is a ${kind} ${name} already`);
  return {
    kind,
    name,
    data: { ...before?.data, ...(await readData(folder, generator)) },
    isHashed: options ? !options.disableNameSuffixHash : (before?.isHashed ?? true),
    labels: { ...before?.labels, ...options?.labels },
    annotations: { ...before?.annotations, ...options?.annotations },
  };
}

/** The object that Kubernetes gets, under the name by which kustomize would call it. */
export function toObject({ kind, name, data, isHashed, labels, annotations }: GeneratedData): KubeObject {
  const values = kind === 'Secret' ? mapValues(data, (value) => Buffer.from(value).toString('base64')) : data;
  return {
    apiVersion: 'v1',
    kind,
    metadata: {
      name: isHashed ? `${name}-${hashOf(kind, values)}` : name,
      ...(Object.keys(labels).length > 0 && { labels }),
      ...(Object.keys(annotations).length > 0 && { annotations }),
    },
    data: values,
    ...(kind === 'Secret' && { type: 'Opaque' }),
  };
}

async function readData(folder: string, { literals, envs, files }: Generator): Promise<Record<string, string>> {
  const lines = await Promise.all(envs.map((file) => readFile(join(folder, file), 'utf8')));
  const settings = [...lines.flatMap((text) => text.split('\n')).filter((line) => /^[^#\s]/.test(line)), ...literals];
  const contents = await Promise.all(
    files.map(async (file) => [basename(file), await readFile(join(folder, file), 'utf8')] as const),
  );
  return Object.fromEntries([...settings.map(inTwo), ...contents]);
}

function inTwo(setting: string): [string, string] {
  const end = setting.indexOf('=');
  if (end === -1) throw new Error(`${setting} is no NAME=value`);
  return [setting.slice(0, end), setting.slice(end + 1)];
}

/**
 * Kustomize hashes the data under an empty name, as Go's JSON, which escapes what HTML would read; and it writes the
 * digest with other letters where these could make a word.
 */
function hashOf(kind: string, data: Readonly<Record<string, string>>): string {
  const sorted = Object.fromEntries(Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  const document = { data: sorted, kind, name: '', ...(kind === 'Secret' && { type: 'Opaque' }) };
  const json = JSON.stringify(document).replace(/[<>&\u2028\u2029]/g, escapeForGo);
  const digest = createHash('sha256').update(json).digest('hex').slice(0, hashLength);
  return digest.replace(/[013ae]/g, (letter) => plainLetters[letter] ?? letter);
}

const hashLength = 10;
const plainLetters: Readonly<Record<string, string>> = { '0': 'g', '1': 'h', '3': 'k', a: 'm', e: 't' };

function escapeForGo(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function mapValues(data: Readonly<Record<string, string>>, change: (value: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, change(value)]));
}
