/** An object as it is sent to Kubernetes. What stands in it beside its name is looked at where it is needed. */
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

/** How an object is spoken of, as in `Deployment/ingest`. */
export function titleOf({ kind, metadata }: KubeObject): string {
  return `${kind}/${metadata.name}`;
}

/** Objects of one kind, as the type that the caller reads them by. */
export function ofKind<T extends object>(objects: readonly KubeObject[], kind: string): (KubeObject & T)[] {
  return objects.filter((object): object is KubeObject & T => object.kind === kind);
}
