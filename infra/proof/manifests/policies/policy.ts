import type { KubeObject } from '#manifests/kube-object.ts';

/** A rule about rendered objects. It returns a sentence for each fault, which names the object. */
export type Policy = (objects: readonly KubeObject[]) => string[];
