/** An object as Kubernetes receives it. Only its name is typed here; each policy types the fields that it reads. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Metadata;
  readonly [field: string]: unknown;
}

export interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** An object's name in messages, as in `Deployment/ingest`. */
export function titleOf({ kind, metadata }: KubeObject): string {
  return `${kind}/${metadata.name}`;
}

/** Objects of one kind, as the type that the caller reads them by. */
export function ofKind<T extends object>(objects: readonly KubeObject[], kind: string): (KubeObject & T)[] {
  return objects.filter((object): object is KubeObject & T => object.kind === kind);
}

/** A rule about rendered objects. It returns a sentence for each fault, which names the object. */
export type Policy = (objects: readonly KubeObject[]) => string[];
