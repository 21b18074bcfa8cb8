import type { IHTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute';
import type { IScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import type { ITriggerAuthentication } from '@kubernetes-models/keda/keda.sh/v1alpha1/TriggerAuthentication';
import type { IPodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor';
import type { IPrometheusRule } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule';
import type { IDeployment } from 'kubernetes-models/apps/v1/Deployment';
import type { IStatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import type { IHorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import type { IJob } from 'kubernetes-models/batch/v1/Job';
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import type { IPodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import type { IConfigMap } from 'kubernetes-models/v1/ConfigMap';
import type { INamespace } from 'kubernetes-models/v1/Namespace';
import type { IPersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import type { ISecret } from 'kubernetes-models/v1/Secret';
import type { IService } from 'kubernetes-models/v1/Service';

/** The type of each object, by version and kind. The manifests contain no other kinds. */
export interface ManifestTypes {
  readonly 'v1 Namespace': INamespace;
  readonly 'v1 ConfigMap': IConfigMap;
  readonly 'v1 Secret': ISecret;
  readonly 'v1 PersistentVolumeClaim': IPersistentVolumeClaim;
  readonly 'v1 Service': IService;
  readonly 'apps/v1 Deployment': IDeployment;
  readonly 'apps/v1 StatefulSet': IStatefulSet;
  readonly 'batch/v1 Job': IJob;
  readonly 'autoscaling/v2 HorizontalPodAutoscaler': IHorizontalPodAutoscaler;
  readonly 'policy/v1 PodDisruptionBudget': IPodDisruptionBudget;
  readonly 'networking.k8s.io/v1 NetworkPolicy': INetworkPolicy;
  readonly 'networking.k8s.io/v1 Ingress': IIngress;
  readonly 'gateway.networking.k8s.io/v1 HTTPRoute': IHTTPRoute;
  readonly 'keda.sh/v1alpha1 ScaledObject': IScaledObject;
  readonly 'keda.sh/v1alpha1 TriggerAuthentication': ITriggerAuthentication;
  readonly 'monitoring.coreos.com/v1 PodMonitor': IPodMonitor;
  readonly 'monitoring.coreos.com/v1 PrometheusRule': IPrometheusRule;
  readonly 'external-secrets.io/v1 ExternalSecret': ExternalSecret;
}

/** The fields that we use; no package has its types. */
interface ExternalSecret {
  apiVersion: 'external-secrets.io/v1';
  kind: 'ExternalSecret';
  metadata: { name: string; namespace?: string };
  spec: {
    refreshInterval: string;
    secretStoreRef: { kind: 'ClusterSecretStore' | 'SecretStore'; name: string };
    target: { name: string };
    dataFrom: { extract: { key: string } }[];
  };
}
