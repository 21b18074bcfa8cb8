import type { Policy } from '#manifests/kube-object.ts';
import { everyContainer, workloadsOf } from '#manifests/workloads.ts';

/** All our images have one version. The migration Job's name contains it, because a Job cannot be changed. */
export function releasePolicy(version: string): Policy {
  return (objects) =>
    workloadsOf(objects).flatMap((workload) => {
      const ours = everyContainer(workload).flatMap(({ image = '' }) =>
        /(?:^|\/)inlet\/[a-z]+:/.test(image) ? image : [],
      );
      return [
        ...ours
          .filter((image) => !image.endsWith(`:${version}`))
          .map((image) => `${workload.title} runs ${image}, not ${version}`),
        ...(workload.kind === 'Job' && !workload.name.endsWith(`-${version}`)
          ? [`${workload.title} is not called after release ${version}`]
          : []),
      ];
    });
}
