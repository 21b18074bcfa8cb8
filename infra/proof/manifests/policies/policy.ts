import type { KubeObject } from '#manifests/kube-object.ts';

/** One rule about what was rendered; answers a sentence for each fault, and names the object. */
export type Policy = (objects: readonly KubeObject[]) => string[];
