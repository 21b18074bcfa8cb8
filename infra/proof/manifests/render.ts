import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { parseAllDocuments } from 'yaml';
import type { KubeObject } from '#manifests/kube-object.ts';

/** Components came with kustomize 3.7, which kubectl contains since 1.21; older ones contain kustomize 2. */
export const canRender = Number(/Kustomize Version: v(\d+)/.exec(runKubectl(['version', '--client']).stdout)?.[1]) >= 4;

/** Renders a folder of the project, as `kubectl apply -k` would send it. */
export function renderManifests(folder: string): KubeObject[] {
  const { status, stdout, stderr } = runKubectl(['kustomize', join(projectRoot, folder)]);
  if (status !== 0) throw new Error(`kubectl kustomize ${folder}: ${stderr}`);
  return parseAllDocuments(stdout).map((document) => document.toJS());
}

function runKubectl(args: readonly string[]) {
  return spawnSync('kubectl', args, { encoding: 'utf8' });
}
