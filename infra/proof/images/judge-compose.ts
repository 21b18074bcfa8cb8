import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { type ComposeFile, type ComposeService, fillIn, variablesIn } from '#images/compose-file.ts';
import { judgeEnvironment, programOf, versionedImage } from '#manifests/judge-environment.ts';
import { readDrainSeconds } from '#manifests/policies/rollout.ts';
import type { ProgramSettings } from '#manifests/program-settings.ts';

export interface Surroundings {
  readonly programs: ReadonlyMap<string, ProgramSettings>;
  /** The values of `local.env`. */
  readonly localValues: Readonly<Record<string, string>>;
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

/** Yields a sentence for each fault of the compose file. */
export function* judgeCompose(file: ComposeFile, surroundings: Surroundings) {
  for (const [name, service] of Object.entries(file.services)) {
    if (!versionedImage.test(service.image)) yield `${name} runs ${service.image}, which does not name one version`;
    if (service.logging?.options['max-size'] === undefined) yield `${name} may fill the disk with its log`;
    yield* judgePaths(name, service, file);
    yield* judgeOrder(name, service, file);
    yield* judgeSecrets(name, service);
    yield* judgeWays(name, service);
    yield* judgeAddresses(name, service, file, surroundings);
    yield* judgeOwn(name, service, file, surroundings);
  }
}

function* judgePaths(name: string, { volumes, build, networks }: ComposeService, file: ComposeFile) {
  const sources = volumes.map((volume) => volume.split(':')[0] ?? '');
  for (const path of [...sources.filter((source) => source.startsWith('.')), ...(build ? [build.dockerfile] : [])]) {
    if (!existsSync(join(projectRoot, path))) yield `${name} takes ${path}, which is not there`;
  }
  for (const source of sources) {
    if (!source.startsWith('.') && !(source in file.volumes)) yield `${name} mounts ${source}, which is no volume`;
  }
  for (const network of networks) if (!(network in file.networks)) yield `There is no network ${network}`;
}

/** `service_healthy` needs a health check, and `service_completed_successfully` a service that ends. */
function* judgeOrder(name: string, { depends_on }: ComposeService, file: ComposeFile) {
  for (const [other, { condition }] of Object.entries(depends_on)) {
    const found = file.services[other];
    const neverEnds = found?.restart.startsWith('unless') || found?.restart === 'always';
    if (!found) yield `${name} waits for ${other}, which is not there`;
    else if (condition === 'service_healthy' && !found.healthcheck)
      yield `${name} waits for the health of ${other}, which has no check`;
    else if (condition === 'service_completed_successfully' && neverEnds)
      yield `${name} waits for the end of ${other}, which never ends`;
  }
}

function* judgeSecrets(name: string, { environment, command }: ComposeService) {
  const isSecret = (variable: string) => secretName.test(variable) && !plainAddresses.has(variable);
  for (const [key, text] of [...Object.entries(environment), ...command.map((word) => ['', word] as const)]) {
    const variables = variablesIn(text);
    for (const variable of variables) {
      if (variable.fallback && isSecret(variable.name))
        yield `${name} has a default for ${variable.name}, which is a secret`;
    }
    if (isSecret(key) && variables.length === 0) yield `${name} has ${key} written out, which is a secret`;
  }
}

/** Only the gateway's port is open to other machines. */
function* judgeWays(name: string, { ports }: ComposeService) {
  for (const port of ports) {
    if (name !== 'gateway' && !port.startsWith('127.0.0.1:')) yield `${name} opens ${port} to everybody`;
  }
}

/** The host of each address is a service on a shared network. */
function* judgeAddresses(name: string, service: ComposeService, file: ComposeFile, { localValues }: Surroundings) {
  for (const text of Object.values(service.environment)) {
    const host = /^\w+:\/\/(?:[^@/]*@)?([\w-]+):\d+/.exec(fillIn(text, localValues))?.[1];
    if (host === undefined || outside.has(host)) continue;
    const other = file.services[host];
    if (!other) yield `${name} asks ${host}, which is not there`;
    else if (!other.networks.some((network) => service.networks.includes(network)))
      yield `${name} asks ${host}, which is in none of its networks`;
  }
}

/** What holds for a service of ours, which runs an image that is built here. */
function* judgeOwn(name: string, service: ComposeService, file: ComposeFile, surroundings: Surroundings) {
  if (!service.image.startsWith(ownImages)) return;
  const makers = Object.entries(file.services).filter(([, { build, image }]) => build && image === service.image);
  const [maker] = makers;
  if (!maker) {
    yield `${name} runs an image that nobody builds`;
    return;
  }
  // Compose builds images at the same time; of two builds of the same image the second may fail.
  if (makers.length > 1) yield `${makers.map(([other]) => other).join(' and ')} build the same image`;
  yield* judgeProgram(name, service, maker[1].build?.args.SERVICE ?? 'tools', surroundings);
  if (!service.read_only || !service.tmpfs.includes('/tmp')) yield `${name} may write to its own files`;
  if (!service.cap_drop.includes('ALL')) yield `${name} keeps capabilities`;
  if (!service.security_opt.includes('no-new-privileges:true')) yield `${name} may gain rights`;
}

function* judgeProgram(name: string, container: ComposeService, service: string, surroundings: Surroundings) {
  const { programs, localValues } = surroundings;
  const program = programOf(container.command);
  const entries = Object.entries(container.environment).map(([key, text]) => [key, fillIn(text, localValues)] as const);
  const probe = /127\.0\.0\.1:(\d+)\/readyz/.exec(container.healthcheck?.test.join(' ') ?? '')?.[1];
  const ports = [probe, ...container.ports.map((port) => port.split(':').at(-1))].filter((port) => port !== undefined);
  const env = Object.fromEntries(entries);
  yield* judgeEnvironment({ title: name, service, program, env, ports: ports.map(Number) }, programs);
  if (!program.endsWith('main.ts')) return;
  if (!probe) yield `${name} has no check of its health`;
  const graceSeconds = Number.parseInt(container.stop_grace_period ?? '10', 10);
  const drainSeconds = readDrainSeconds();
  if (graceSeconds <= drainSeconds) yield `${name} is killed after ${graceSeconds} s and may need ${drainSeconds} s`;
}
