import type { ProgramSettings } from '#manifests/program-settings.ts';

/** Variables that no deployment sets, and the default that is right for all of them. */
export const leftAlone: Readonly<Record<string, string>> = {
  HOST: 'every address of the container',
  PORT: 'the port that the container opens',
  PROBE_PORT: 'the port that the container opens',
  INLET_MODE: 'production',
  RATE_LIMITS: 'on; production refuses anything else',
  STRIPE_API_URL: 'Stripe itself',
  FILES_FOLDER: 'no folder, where there is none that all share',
};

/** Node itself reads these, so no program's configuration names them. */
const readByNode = ['UV_THREADPOOL_SIZE'];

const leftAloneIn: Readonly<Record<string, readonly string[]>> = {
  // Only the gateway calls it, with the internal token.
  account: ['TRUSTED_PROXIES'],
  // The simulated Stripe signs with a public secret, and must not get a secret that other programs trust.
  // The doctor of compose cannot see the disk behind the volumes.
  tools: ['STRIPE_WEBHOOK_SECRET', 'DATA_DIR'],
};

/** An image with a version in its tag. */
export const versionedImage = /:v?\d+\.\d+(?:\.\d+)?[\w.-]*$/;

/** The program that a container runs. Arguments that begin with dashes are options of Node. */
export function programOf(args: readonly string[] = []): string {
  return args.find((word) => !word.startsWith('--')) ?? 'src/main.ts';
}

export interface Deployed {
  /** The container's name in messages. */
  readonly title: string;
  readonly service: string;
  readonly env: Readonly<Record<string, string>>;
  readonly ports: readonly number[];
}

/** Compares a container's variables with the variables that its program reads, and loads the configuration from them. */
export function judgeEnvironment({ title, service, env, ports }: Deployed, settings: ProgramSettings): string[] {
  const isLeftAlone = (name: string) => leftAlone[name] !== undefined || leftAloneIn[service]?.includes(name) === true;
  const given = Object.keys(env);
  const loaded = settings.load(env);
  return [
    ...given
      .filter((name) => !settings.reads.has(name) && !readByNode.includes(name))
      .map((name) => `${title} sets ${name}, which nothing reads`),
    ...[...settings.reads]
      .filter((name) => !given.includes(name) && !isLeftAlone(name))
      .map((name) => `${title} does not set ${name}${settings.requires.has(name) ? ', which it needs' : ''}`),
    ...('problem' in loaded
      ? [`${title} would not begin: ${loaded.problem}`]
      : judgePorts(title, loaded.config, ports)),
  ];
}

function judgePorts(title: string, config: Record<string, unknown>, ports: readonly number[]): string[] {
  return ports
    .filter((port) => port !== config.PORT && port !== config.PROBE_PORT)
    .map((port) => `${title} opens ${port}, where nothing listens`);
}
