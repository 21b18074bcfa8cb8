import { fileBytesMax, filesMax } from '@inlet/contracts/submission-limits';
import { type KubeObject, ofKind, titleOf } from '#manifests/kube-object.ts';

/** Files, and a million bytes for the fields and what stands between them. */
const bodyBytesMax = filesMax * fileBytesMax + 1_000_000;
/** Two heartbeats of an event stream. */
const quietSecondsMax = 30;
const nginx = 'nginx.ingress.kubernetes.io/';
const traefik = 'traefik.ingress.kubernetes.io/';
/** What nginx does where no annotation says otherwise. */
const defaults: Readonly<Record<string, string>> = {
  'proxy-body-size': '1m',
  'proxy-request-buffering': 'on',
  'proxy-buffering': 'on',
  'proxy-read-timeout': '60',
  'proxy-send-timeout': '60',
};
const factors: Readonly<Record<string, number>> = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };

/** The way in takes the largest submission, passes everything on at once, and ends nothing that takes its time. */
export function* entrancePolicy(objects: readonly KubeObject[]) {
  for (const object of objects.filter(({ kind }) => kind === 'Ingress')) {
    const { annotations = {} } = object.metadata;
    // Traefik has no annotation for these, and neither limits nor buffers by itself.
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
