import { type ComposeFile, type ComposeService, fillIn, variablesIn } from '#images/compose-file.ts';
import { judgeEnvironment, programOf, versionedImage } from '#manifests/judge-environment.ts';
import type { ProgramSettings } from '#manifests/program-settings.ts';

export interface Surroundings {
  readonly has: (path: string) => boolean;
  /** The settings of a program such as `ingest src/main.ts`; undefined if it does not exist. */
  readonly settingsOf: (program: string) => ProgramSettings | undefined;
  /** The values of `local.env`. */
  readonly localValues: Readonly<Record<string, string>>;
  /** Longest time that a service takes to close. */
  readonly drainSeconds: number;
}

const ownImages = 'inlet/';
/** Names of secrets. The file contains a value for none of them. */
const secretName = /SECRET|TOKEN|PASSWORD|KEY|_URL$/;
/** Addresses without a password. */
const plainAddresses = new Set([
  'INGEST_URL',
  'ACCOUNT_URL',
  'WORKER_URL',
  'GATEWAY_PROBE_URL',
  'PUBLIC_URL',
  'STRIPE_WEBHOOK_URL',
]);
/** The host that browsers use. */
const outside = new Set(['localhost']);

/** Returns a sentence for each fault of the compose file. */
export function judgeCompose(file: ComposeFile, surroundings: Surroundings): string[] {
  const services = Object.entries(file.services);
  return services.flatMap(([name, service]) => [
    ...judgeImage(name, service),
    ...judgeMaker(name, service, services),
    ...judgePaths(name, service, file, surroundings),
    ...judgeOrder(name, service, file),
    ...judgeSecrets(name, service),
    ...judgeWays(name, service),
    ...(service.logging?.options['max-size'] === undefined ? [`${name} may fill the disk with its log`] : []),
    ...judgeAddresses(name, service, file, surroundings),
    ...makersOf(service, services).flatMap(([, { build }]) =>
      judgeOwn(name, service, build?.args.SERVICE ?? 'tools', surroundings),
    ),
  ]);
}

type Named = readonly [name: string, service: ComposeService];

/** The services that build a service's image. */
function makersOf({ image }: ComposeService, services: readonly Named[]): Named[] {
  return services.filter(([, other]) => other.build && other.image === image);
}

/** Compose builds images at the same time; of two builds of the same image the second may fail. */
function judgeMaker(name: string, service: ComposeService, services: readonly Named[]): string[] {
  const makers = makersOf(service, services).map(([maker]) => maker);
  if (makers.length === 0 && service.image.startsWith(ownImages)) return [`${name} runs an image that nobody builds`];
  return makers.length > 1 ? [`${makers.join(' and ')} build the same image`] : [];
}

function judgeImage(name: string, { image }: ComposeService): string[] {
  return versionedImage.test(image) ? [] : [`${name} runs ${image}, which does not name one version`];
}

function judgePaths(name: string, service: ComposeService, file: ComposeFile, { has }: Surroundings): string[] {
  const mounts = service.volumes.map((volume) => volume.split(':')[0] ?? '');
  const paths = [
    ...mounts.filter((source) => source.startsWith('.')),
    ...(service.build ? [service.build.dockerfile] : []),
  ];
  return [
    ...paths.filter((path) => !has(path)).map((path) => `${name} takes ${path}, which is not there`),
    ...mounts
      .filter((source) => !source.startsWith('.') && file.volumes[source] === undefined)
      .map((volume) => `${name} mounts ${volume}, which is no volume`),
    ...service.networks
      .filter((network) => file.networks[network] === undefined)
      .map((network) => `There is no network ${network}`),
  ];
}

/** `service_healthy` needs a health check, and `service_completed_successfully` a service that ends. */
function judgeOrder(name: string, { depends_on }: ComposeService, file: ComposeFile): string[] {
  return Object.entries(depends_on).flatMap(([other, { condition }]) => {
    const found = file.services[other];
    if (!found) return [`${name} waits for ${other}, which is not there`];
    if (condition === 'service_healthy' && !found.healthcheck)
      return [`${name} waits for the health of ${other}, which has no check`];
    const doesEnd = !found.restart.startsWith('unless') && found.restart !== 'always';
    if (condition === 'service_completed_successfully' && !doesEnd)
      return [`${name} waits for the end of ${other}, which never ends`];
    return [];
  });
}

function judgeSecrets(name: string, { environment, command }: ComposeService): string[] {
  const texts = [...Object.entries(environment), ...command.map((word) => ['', word] as const)];
  return texts.flatMap(([key, text]) => {
    const isSecret = (variable: string) => secretName.test(variable) && !plainAddresses.has(variable);
    const defaults = variablesIn(text).filter((variable) => variable.fallback && isSecret(variable.name));
    const isWritten = isSecret(key) && variablesIn(text).length === 0;
    return [
      ...defaults.map((variable) => `${name} has a default for ${variable.name}, which is a secret`),
      ...(isWritten ? [`${name} has ${key} written out, which is a secret`] : []),
    ];
  });
}

/** Only the gateway's port is open to other machines. */
function judgeWays(name: string, { ports }: ComposeService): string[] {
  return ports
    .filter((port) => name !== 'gateway' && !port.startsWith('127.0.0.1:'))
    .map((port) => `${name} opens ${port} to everybody`);
}

/** The host of each address is a service on a shared network. */
function judgeAddresses(name: string, service: ComposeService, file: ComposeFile, { localValues }: Surroundings) {
  return Object.values(service.environment).flatMap((text) => {
    const host = /^\w+:\/\/(?:[^@/]*@)?([\w-]+):\d+/.exec(fillIn(text, localValues))?.[1];
    if (host === undefined || outside.has(host)) return [];
    const other = file.services[host];
    if (!other) return [`${name} asks ${host}, which is not there`];
    const isNear = other.networks.some((network) => service.networks.includes(network));
    return isNear ? [] : [`${name} asks ${host}, which is in none of its networks`];
  });
}

function judgeOwn(name: string, service: ComposeService, of: string, surroundings: Surroundings): string[] {
  const { settingsOf, localValues, drainSeconds } = surroundings;
  const program = programOf(service.command);
  const settings = settingsOf(`${of} ${program}`);
  if (!settings) return [`${name} runs ${program} of ${of}, which is no program`];
  const entries = Object.entries(service.environment).map(([key, text]) => [key, fillIn(text, localValues)] as const);
  const probe = /127\.0\.0\.1:(\d+)\/readyz/.exec(service.healthcheck?.test.join(' ') ?? '')?.[1];
  const ports = [probe, ...service.ports.map((port) => port.split(':').at(-1))].filter((port) => port !== undefined);
  const lasts = program.endsWith('main.ts');
  const graceSeconds = Number.parseInt(service.stop_grace_period ?? '10', 10);
  return [
    ...judgeEnvironment(
      { title: name, service: of, env: Object.fromEntries(entries), ports: ports.map(Number) },
      settings,
    ),
    ...(lasts && !probe ? [`${name} has no check of its health`] : []),
    ...(lasts && graceSeconds <= drainSeconds
      ? [`${name} is killed after ${graceSeconds} s and may need ${drainSeconds} s`]
      : []),
    ...(service.read_only && service.tmpfs.includes('/tmp') ? [] : [`${name} may write to its own files`]),
    ...(service.cap_drop.includes('ALL') ? [] : [`${name} keeps capabilities`]),
    ...(service.security_opt.includes('no-new-privileges:true') ? [] : [`${name} may gain rights`]),
  ];
}
