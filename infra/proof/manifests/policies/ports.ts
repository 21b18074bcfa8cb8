import type { IHTTPRoute } from '@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute';
import type { IPodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor';
import type { IIngress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import type { IService } from 'kubernetes-models/v1/Service';
import { type KubeObject, ofKind, type Policy, titleOf } from '#manifests/kube-object.ts';
import { type LabelSelector, picks, portNumber, type Workload, workloadsOf } from '#manifests/workloads.ts';

/** Every port that an object names exists. */
export const portPolicy: Policy = (objects) => [
  ...workloadsOf(objects).flatMap(probePorts),
  ...ofKind<IService>(objects, 'Service').flatMap((service) => servicePorts(service, objects)),
  ...backendsIn(objects).flatMap((backend) => judgeBackend(backend, objects)),
  ...ofKind<IPodMonitor>(objects, 'PodMonitor').flatMap((monitor) => monitorPorts(monitor, objects)),
  ...ofKind<INetworkPolicy>(objects, 'NetworkPolicy').flatMap((policy) => networkPorts(policy, objects)),
];

function probePorts(workload: Workload): string[] {
  return workload.containers.flatMap((container) => {
    const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];
    const ports = probes.flatMap((probe) => probe?.httpGet?.port ?? probe?.tcpSocket?.port ?? []);
    const missing = ports.filter((port) => portNumber({ containers: [container] }, port) === undefined);
    return missing.map((port) => `${workload.title} is probed at ${port}, which ${container.name} does not have`);
  });
}

function servicePorts(service: KubeObject & IService, objects: readonly KubeObject[]): string[] {
  const { selector = {}, ports = [] } = service.spec ?? {};
  const picked = workloadsOf(objects).filter(({ podLabels }) => picks({ matchLabels: selector }, podLabels));
  return ports
    .map(({ port, targetPort = port }) => targetPort)
    .filter((target) => picked.some((workload) => portNumber(workload, target) === undefined))
    .map((target) => `${titleOf(service)} leads to port ${target}, which its pods do not have`);
}

interface Backend {
  readonly title: string;
  readonly service: string;
  readonly port: number | string | undefined;
}

function backendsIn(objects: readonly KubeObject[]): Backend[] {
  const routes = ofKind<IHTTPRoute>(objects, 'HTTPRoute').flatMap((route) =>
    (route.spec.rules ?? [])
      .flatMap(({ backendRefs = [] }) => backendRefs)
      .map(({ name, port }) => ({ title: titleOf(route), service: name, port })),
  );
  const ingresses = ofKind<IIngress>(objects, 'Ingress').flatMap((ingress) =>
    (ingress.spec?.rules ?? [])
      .flatMap(({ http }) => http?.paths ?? [])
      .map(({ backend: { service } }) => ({
        title: titleOf(ingress),
        service: service?.name ?? '',
        port: service?.port?.name ?? service?.port?.number,
      })),
  );
  return [...routes, ...ingresses];
}

function judgeBackend({ title, service, port }: Backend, objects: readonly KubeObject[]): string[] {
  const found = ofKind<IService>(objects, 'Service').find(({ metadata }) => metadata.name === service);
  const isThere = found?.spec?.ports?.some((candidate) => candidate.port === port || candidate.name === port);
  return isThere ? [] : [`${title} leads to ${service}:${port}, which is no port of a service`];
}

function monitorPorts(monitor: KubeObject & IPodMonitor, objects: readonly KubeObject[]): string[] {
  const { selector, podMetricsEndpoints = [] } = monitor.spec;
  const picked = workloadsOf(objects).filter(({ podLabels }) => picks(selector as LabelSelector, podLabels));
  return podMetricsEndpoints
    .map(({ port = '' }) => port)
    .filter((port) => picked.some((workload) => portNumber(workload, port) === undefined))
    .map((port) => `${titleOf(monitor)} reads at port ${port}, which not all of its pods have`);
}

/** A policy that opens a way to our pods names a port that one of these pods has. */
function networkPorts(policy: KubeObject & INetworkPolicy, objects: readonly KubeObject[]): string[] {
  const { podSelector, ingress = [], egress = [] } = policy.spec ?? { podSelector: {} };
  const ways = [
    ...ingress.map(({ ports = [] }) => ({ ports, to: [podSelector as LabelSelector] })),
    ...egress.map(({ ports = [], to = [] }) => ({
      ports,
      to: to
        .filter(({ namespaceSelector }) => !namespaceSelector)
        .flatMap((peer) => (peer.podSelector as LabelSelector) ?? []),
    })),
  ];
  return ways
    .filter(({ to }) => to.length > 0)
    .flatMap(({ ports, to }) => {
      const targets = workloadsOf(objects).filter(({ podLabels }) => to.some((selector) => picks(selector, podLabels)));
      const missing = ports.filter(({ port = '' }) =>
        targets.every((target) => portNumber(target, port) === undefined),
      );
      return missing.map(({ port }) => `${titleOf(policy)} opens port ${port}, which no pod behind it has`);
    });
}
