import { fileBytesMax, filesMax } from '@inlet/contracts/submission-limits';
import { type KubeObject, ofKind, titleOf } from '#manifests/kube-object.ts';

/** The largest files, and a million bytes for the fields and the multipart boundaries. */
const bodyBytesMax = filesMax * fileBytesMax + 1_000_000;
/** Two heartbeats of an event stream. */
const quietSecondsMax = 30;
const nginx = 'nginx.ingress.kubernetes.io/';
const traefik = 'traefik.ingress.kubernetes.io/';
/** The defaults of nginx without annotations. */
const defaults: Readonly<Record<string, string>> = {
  'proxy-body-size': '1m',
  'proxy-request-buffering': 'on',
  'proxy-buffering': 'on',
  'proxy-read-timeout': '60',
  'proxy-send-timeout': '60',
};
const factors: Readonly<Record<string, number>> = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };

/** The ingress accepts the largest submission, buffers nothing, and does not end long requests. */
export function* entrancePolicy(objects: readonly KubeObject[]) {
  for (const object of objects.filter(({ kind }) => kind === 'Ingress')) {
    const { annotations = {} } = object.metadata;
    // Traefik has no annotation for these, and by default neither limits nor buffers.
    if (!Object.keys(annotations).some((name) => name.startsWith(traefik))) yield* nginxFaults(object, annotations);
  }
  for (const { title, spec } of ofKind(objects, 'HTTPRoute')) {
    const limited = (spec.rules ?? []).filter(({ timeouts }) => timeouts?.request !== '0s');
    if (limited.length > 0) yield `${title} ends uploads, exports or event streams that take their time`;
  }
}

function* nginxFaults(object: KubeObject, annotations: Readonly<Record<string, string>>) {
  const title = titleOf(object);
  const settingOf = (name: string) => annotations[nginx + name] ?? defaults[name] ?? '';
  const size = settingOf('proxy-body-size');
  const bytes = Number.parseInt(size, 10) * (factors[size.slice(-1).toLowerCase()] ?? 1);
  // 0 is no limit.
  if (bytes !== 0 && !(bytes >= bodyBytesMax)) {
    yield `${title} takes bodies of ${size}, and a submission may have ${bodyBytesMax} bytes`;
  }
  for (const name of ['proxy-request-buffering', 'proxy-buffering']) {
    if (settingOf(name) !== 'off') yield `${title} keeps what passes: ${name} is not off`;
  }
  for (const name of ['proxy-read-timeout', 'proxy-send-timeout']) {
    if (!(Number(settingOf(name)) >= quietSecondsMax))
      yield `${title} ends quiet connections: ${name} is ${settingOf(name)} s`;
  }
}
