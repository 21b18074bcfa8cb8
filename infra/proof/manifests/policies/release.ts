import type { KubeObject } from '#manifests/kube-object.ts';
import { readProjectFile } from '#manifests/project-files.ts';
import { containersOf, serviceOf, workloadsOf } from '#manifests/workloads.ts';

/** All our images have one version. The migration Job's name contains it, because a Job cannot be changed. */
export function* releasePolicy(objects: readonly KubeObject[]) {
  const { version } = JSON.parse(readProjectFile('package.json'));
  for (const container of containersOf(objects)) {
    const { title, image } = container;
    if (serviceOf(container) && !image?.endsWith(`:${version}`)) yield `${title} runs ${image}, not ${version}`;
  }
  for (const { kind, title, name } of workloadsOf(objects)) {
    if (kind === 'Job' && !name.endsWith(`-${version}`)) yield `${title} is not called after release ${version}`;
  }
}
