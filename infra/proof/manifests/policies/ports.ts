import { type KubeObject, ofKind } from '#manifests/kube-object.ts';
import {
  containersOf,
  hasPort,
  type LabelSelector,
  ownPeers,
  picks,
  waysOf,
  workloadsOf,
} from '#manifests/workloads.ts';

/** Every port that an object names exists. */
export function* portPolicy(objects: readonly KubeObject[]) {
  yield* probePorts(objects);
  yield* servicePorts(objects);
  yield* backendPorts(objects);
  yield* addressPorts(objects);
  yield* monitorPorts(objects);
  yield* networkPorts(objects);
}

function* probePorts(objects: readonly KubeObject[]) {
  for (const { title, containers } of workloadsOf(objects)) {
    for (const container of containers) {
      const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];
      for (const port of probes.flatMap((probe) => probe?.httpGet?.port ?? probe?.tcpSocket?.port ?? [])) {
        if (!hasPort([container], port)) yield `${title} is probed at ${port}, which ${container.name} does not have`;
      }
    }
  }
}

function* servicePorts(objects: readonly KubeObject[]) {
  for (const { title, spec } of ofKind(objects, 'Service')) {
    const pods = podsBehind([{ matchLabels: spec.selector ?? {} }], objects);
    for (const { port, targetPort = port } of spec.ports ?? []) {
      if (!pods.every((containers) => hasPort(containers, targetPort)))
        yield `${title} leads to port ${targetPort}, which its pods do not have`;
    }
  }
}

/** Addresses of our services in the environment of a container. */
function* addressPorts(objects: readonly KubeObject[]) {
  for (const { title, env = [] } of containersOf(objects)) {
    for (const { value = '' } of env) {
      const [, host, port = '80'] = /^http:\/\/([a-z]+)(?::(\d+))?$/.exec(value) ?? [];
      const service = ofKind(objects, 'Service').find(({ name }) => name === host);
      if (host !== undefined && !service?.spec.ports?.some((candidate) => candidate.port === Number(port)))
        yield `${title} asks ${value}, where no service is`;
    }
  }
}

function* backendPorts(objects: readonly KubeObject[]) {
  for (const { title, service, port } of backendsIn(objects)) {
    const found = ofKind(objects, 'Service').find(({ name }) => name === service);
    if (!found?.spec.ports?.some((candidate) => candidate.port === port || candidate.name === port))
      yield `${title} leads to ${service}:${port}, which is no port of a service`;
  }
}

/** The services that external requests are routed to. */
function* backendsIn(objects: readonly KubeObject[]) {
  for (const { title, spec } of ofKind(objects, 'HTTPRoute')) {
    const backends = (spec.rules ?? []).flatMap(({ backendRefs = [] }) => backendRefs);
    for (const { name, port } of backends) yield { title, service: name, port };
  }
  for (const { title, spec } of ofKind(objects, 'Ingress')) {
    const paths = (spec.rules ?? []).flatMap(({ http }) => http?.paths ?? []);
    for (const { service } of paths.map(({ backend }) => backend))
      yield { title, service: service?.name, port: service?.port?.name ?? service?.port?.number };
  }
}

function* monitorPorts(objects: readonly KubeObject[]) {
  for (const { title, spec } of ofKind(objects, 'PodMonitor')) {
    const pods = podsBehind([spec.selector], objects);
    for (const { port = '' } of spec.podMetricsEndpoints ?? []) {
      if (!pods.every((containers) => hasPort(containers, port)))
        yield `${title} reads at port ${port}, which not all of its pods have`;
    }
  }
}

/** A policy that allows traffic to our pods uses a port that one of these pods has. */
function* networkPorts(objects: readonly KubeObject[]) {
  for (const { title, spec } of ofKind(objects, 'NetworkPolicy')) {
    for (const { isInward, peers, ports } of waysOf(spec)) {
      const to = isInward ? [spec.podSelector ?? {}] : ownPeers(peers);
      const pods = podsBehind(to, objects);
      for (const { port = '' } of to.length > 0 ? ports : []) {
        if (!pods.some((containers) => hasPort(containers, port)))
          yield `${title} opens port ${port}, which no pod behind it has`;
      }
    }
  }
}

/** The containers of each workload that one of the selectors matches. */
function podsBehind(selectors: readonly LabelSelector[], objects: readonly KubeObject[]) {
  return workloadsOf(objects)
    .filter(({ podLabels }) => selectors.some((selector) => picks(selector, podLabels)))
    .map(({ containers }) => containers);
}
