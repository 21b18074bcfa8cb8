import { type ComposeFile, type ComposeService, fillIn, variablesIn } from '#images/compose-file.ts';
import { judgeEnvironment, programOf, versionedImage } from '#manifests/judge-environment.ts';
import { readDrainSeconds } from '#manifests/policies/release.ts';
import type { ProgramSettings } from '#manifests/program-settings.ts';
import { isInProject } from '#manifests/project-files.ts';

/** A service with its name, and its environment as compose fills it in. */
type Named = ComposeService & { readonly name: string; readonly env: Readonly<Record<string, string>> };
type Programs = ReadonlyMap<string, ProgramSettings>;

/** The name of an image of ours, without registry and version. */
// safe because: it reads our own file for compose
const ownImage = /\/inlet-([\w-]+):/;
/** Names of secrets. The file contains a value for none of them. */
const secretName = /SECRET|TOKEN|PASSWORD|KEY|_URL$/;
/** Addresses without a password. */
const plainAddresses = new Set([
  'INGEST_URL',
  'ACCOUNT_URL',
  'WORKER_URL',
  'GATEWAY_PROBE_URL',
  'GATEWAY_URL',
  'PUBLIC_URL',
  'RUNBOOKS_URL',
  'STRIPE_WEBHOOK_URL',
]);
/** The service that other machines can reach. */
const openDoor = 'caddy';
/** The host in browsers' addresses. */
const outside = new Set(['localhost']);

/**
 * Yields a sentence for each fault of the compose file with the file that builds its images. The variables have these
 * values.
 */
export function* judgeCompose(file: ComposeFile, values: Readonly<Record<string, string>>, programs: Programs) {
  for (const [name, service] of Object.entries(file.services)) {
    const filled = Object.entries(service.environment).map(([key, text]) => [key, fillIn(text, values)] as const);
    const named = { ...service, name, env: Object.fromEntries(filled) };
    if (!versionedImage.test(service.image)) yield `${name} runs ${service.image}, which does not name one version`;
    for (const port of service.ports) {
      // Only the service with TLS is open to other machines, unless the operator configures it.
      const isOpen = !fillIn(port, values).startsWith('127.0.0.1:');
      if (isOpen && name !== openDoor) yield `${name} opens ${port} to everybody`;
    }
    if (service.logging?.options['max-size'] === undefined) yield `${name} may fill the disk with its log`;
    yield* judgePaths(named, file);
    yield* judgeOrder(named, file);
    yield* judgeSecrets(named);
    yield* judgeAddresses(named, file);
    if (ownImage.test(service.image)) yield* judgeOwn(named, file, programs);
  }
}

function* judgePaths({ name, volumes, build, networks }: Named, file: ComposeFile) {
  const sources = volumes.map((volume) => volume.split(':')[0] ?? '');
  for (const path of [...sources.filter((source) => source.startsWith('.')), ...(build ? [build.dockerfile] : [])]) {
    if (!isInProject(path)) yield `${name} takes ${path}, which is not there`;
  }
  for (const source of sources) {
    if (!source.startsWith('.') && !(source in file.volumes)) yield `${name} mounts ${source}, which is no volume`;
  }
  for (const network of networks) if (!(network in file.networks)) yield `There is no network ${network}`;
}

/** `service_healthy` needs a health check, and `service_completed_successfully` a service that ends. */
function* judgeOrder({ name, depends_on }: Named, file: ComposeFile) {
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

function* judgeSecrets({ name, environment, command }: Named) {
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

/** The host of each address is a service on a shared network. */
function* judgeAddresses({ name, env, networks }: Named, file: ComposeFile) {
  for (const address of Object.values(env)) {
    const host = /^\w+:\/\/(?:[^@/]*@)?([\w-]+):\d+/.exec(address)?.[1];
    if (host === undefined || outside.has(host)) continue;
    const other = file.services[host];
    if (!other) yield `${name} asks ${host}, which is not there`;
    else if (!other.networks.some((network) => networks.includes(network)))
      yield `${name} asks ${host}, which is in none of its networks`;
  }
}

/** The rules for a service that runs an image of ours. */
function* judgeOwn(service: Named, file: ComposeFile, programs: Programs) {
  const { name, image, profiles, read_only, tmpfs, cap_drop, security_opt } = service;
  const makers = Object.entries(file.services).filter(([, other]) => other.build && other.image === image);
  const [maker] = makers;
  if (!maker) {
    yield `${name} runs an image that nobody builds`;
    return;
  }
  // Compose builds images concurrently; of two builds of the same image the second may fail.
  if (makers.length > 1) yield `${makers.map(([other]) => other).join(' and ')} build the same image`;
  // Without its profile compose knows nothing of the maker, and pulls the image, which nobody has published.
  const hides =
    maker[1].profiles.length > 0 && !(profiles.length > 0 && profiles.every((one) => maker[1].profiles.includes(one)));
  if (hides) yield `${name} runs an image that nobody builds unless a profile of ${maker[0]} is chosen`;
  yield* judgeProgram(service, madeBy(maker[1]), programs);
  if (!read_only || !tmpfs.includes('/tmp')) yield `${name} may write to its own files`;
  if (!cap_drop.includes('ALL')) yield `${name} keeps capabilities`;
  if (!security_opt.includes('no-new-privileges:true')) yield `${name} may gain rights`;
}

/** The service, or the tools, that a build creates. */
function madeBy({ build }: ComposeService): string {
  return build?.args.SERVICE ?? build?.target ?? '';
}

/** Yields a sentence for each service of the published file that builds, or whose build is for another image. */
export function* judgePublished(published: ComposeFile, built: ComposeFile) {
  for (const [name, { image, build }] of Object.entries(published.services)) {
    if (build) yield `${name} builds its image in the published file`;
    const called = ownImage.exec(image)?.[1];
    const maker = Object.values(built.services).find((one) => one.build && one.image === built.services[name]?.image);
    if (called && maker && madeBy(maker) !== called)
      yield `${name} runs ${called}, and ${madeBy(maker)} is built for it`;
  }
}

function* judgeProgram({ name, command, env, ports, ...container }: Named, service: string, programs: Programs) {
  const program = programOf(command);
  const probe = /127\.0\.0\.1:(\d+)\/readyz/.exec(container.healthcheck?.test.join(' ') ?? '')?.[1];
  const opened = [...(probe ? [probe] : []), ...ports.map((port) => port.split(':').at(-1))].map(Number);
  yield* judgeEnvironment({ title: name, service, program, env, ports: opened }, programs);
  if (!program.endsWith('main.ts')) return;
  if (!probe) yield `${name} has no check of its health`;
  const graceSeconds = Number.parseInt(container.stop_grace_period ?? '10', 10);
  const drainSeconds = readDrainSeconds();
  if (graceSeconds <= drainSeconds) yield `${name} is killed after ${graceSeconds} s and may need ${drainSeconds} s`;
}
