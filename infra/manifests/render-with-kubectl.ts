import { spawnSync } from 'node:child_process';
import { parseAllDocuments } from 'yaml';
import type { KubeObject } from '#manifests/kube-object.ts';

/** Renders a folder with kubectl; null where there is none, or one from before components. */
export function renderWithKubectl(folder: string): KubeObject[] | null {
  if (!knowsComponents()) return null;
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return parseAllDocuments(stdout).map((document) => withoutLineEnds(document.toJS()));
}

/** Kubectl breaks the lines of a long secret; base64 means the same without. */
function withoutLineEnds(object: KubeObject): KubeObject {
  if (object.kind !== 'Secret') return object;
  const data = Object.entries(object.data as Record<string, string>);
  return { ...object, data: Object.fromEntries(data.map(([key, value]) => [key, value.replaceAll('\n', '')])) };
}

/** Components came with kustomize 3.7, which kubectl holds since 1.21; before it had 2.0.3. */
function knowsComponents(): boolean {
  const { stdout, status } = spawnSync('kubectl', ['version', '--client'], { encoding: 'utf8' });
  const major = /Kustomize Version: v(\d+)/.exec(stdout ?? '')?.[1];
  return status === 0 && Number(major ?? 0) >= 4;
}
