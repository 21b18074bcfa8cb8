import type { IHTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute';
import type { IScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import type { IPodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor';
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import type { ICronJob } from 'kubernetes-models/batch/v1/CronJob';
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import type { IService } from 'kubernetes-models/v1/Service';

/** An object as Kubernetes receives it. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> };
  readonly [field: string]: unknown;
}

/** A rule about rendered objects. It yields a sentence for each fault, which names the object. */
export type Policy = (objects: readonly KubeObject[]) => Iterable<string>;

interface Kinds {
  CronJob: ICronJob;
  Deployment: IDeployment;
  HTTPRoute: IHTTPRoute;
  HorizontalPodAutoscaler: IHorizontalPodAutoscaler;
  Ingress: IIngress;
  NetworkPolicy: INetworkPolicy;
  PodDisruptionBudget: IPodDisruptionBudget;
  PodMonitor: IPodMonitor;
  ScaledObject: IScaledObject;
  Service: IService;
  // The policies read the fields that these two share with a Deployment.
  StatefulSet: IDeployment;
  Job: IDeployment;
}
export type Spec<Kind extends keyof Kinds> = NonNullable<Kinds[Kind]['spec']>;

/** An object's name in messages, as in `Deployment/ingest`. */
export function titleOf({ kind, metadata }: KubeObject): string {
  return `${kind}/${metadata.name}`;
}

/** The objects of one kind. */
export function ofKind<Kind extends keyof Kinds>(objects: readonly KubeObject[], kind: Kind) {
  return objects
    .filter((object) => object.kind === kind)
    .map((object) => ({ title: titleOf(object), name: object.metadata.name, spec: object.spec as Spec<Kind> }));
}

/** The values in ConfigMaps and Secrets, by names such as `inlet-redis/REDIS_URL`. */
export function readData(objects: readonly KubeObject[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { kind, metadata, data = {} } of objects) {
    if (kind !== 'ConfigMap' && kind !== 'Secret') continue;
    for (const [key, value] of Object.entries(data as Record<string, string>))
      found.set(`${metadata.name}/${key}`, kind === 'Secret' ? Buffer.from(value, 'base64').toString() : value);
  }
  return found;
}
