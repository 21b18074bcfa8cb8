import { spawnSync } from 'node:child_process';
import { parseAllDocuments } from 'yaml';
import type { KubeObject } from '#manifests/kube-object.ts';

const [, major = 0, minor = 0] = (
  /Kustomize Version: v(\d+)\.(\d+)/.exec(runKubectl(['version', '--client']).stdout) ?? []
).map(Number);

/** Kustomize 5.1 lets a component read the generated files of its overlay. kubectl contains a newer one since 1.31. */
export const canRender = major > 5 || (major === 5 && minor >= 1);

/** Renders a folder, as `kubectl apply -k` would send it. */
export function render(folder: string): KubeObject[] {
  const { status, stdout, stderr } = runKubectl(['kustomize', folder]);
  if (status !== 0) throw new Error(`kubectl kustomize ${folder}: ${stderr}`);
  return parseAllDocuments(stdout).map((document) => document.toJS());
}

function runKubectl(args: readonly string[]) {
  return spawnSync('kubectl', args, { encoding: 'utf8' });
}
