import type { ProgramSettings } from '#manifests/program-settings.ts';

/** Variables that no deployment sets, or that one service lacks, each with the value that applies instead. */
const leftAlone: Readonly<Record<string, string>> = {
  HOST: 'every address of the container',
  PORT: 'the port that the container opens',
  PROBE_PORT: 'the port that the container opens',
  INLET_MODE: 'production',
  RATE_LIMITS: 'on; production refuses anything else',
  STRIPE_API_URL: 'Stripe itself',
  FILES_FOLDER: 'no folder, where there is none that all share',
  'account TRUSTED_PROXIES': 'none: only the gateway calls it, with the internal token',
  'tools STRIPE_WEBHOOK_SECRET': 'a public one: the simulated Stripe must not get one that other programs trust',
  'tools DATA_DIR': 'none: the doctor of compose sees the volumes one by one',
};

/** Node itself reads these, so no program's configuration contains them. */
const readByNode = ['UV_THREADPOOL_SIZE'];

/** An image with a version in its tag. */
// safe because: it reads the names of images in our own files
export const versionedImage = /:v?\d+\.\d+(?:\.\d+)?[\w.-]*$/;

/** The program of a container. Arguments that start with dashes are options of Node. */
export function programOf(args: readonly string[] = []): string {
  return args.find((word) => !word.startsWith('--')) ?? 'src/main.ts';
}

interface Deployed {
  /** The container's name in messages. */
  readonly title: string;
  readonly service: string;
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  readonly ports: readonly number[];
}

/** Compares a container's variables with the variables that its program reads, and loads the configuration from them. */
export function* judgeEnvironment(
  { title, service, program, env, ports }: Deployed,
  programs: ReadonlyMap<string, ProgramSettings>,
) {
  const settings = programs.get(`${service} ${program}`);
  if (!settings) {
    yield `${title} runs ${program} of ${service}, which is no program`;
    return;
  }
  const { reads, requires, load } = settings;
  for (const name of Object.keys(env)) {
    if (!reads.has(name) && !readByNode.includes(name)) yield `${title} sets ${name}, which nothing reads`;
  }
  for (const name of reads) {
    if (name in env || name in leftAlone || `${service} ${name}` in leftAlone) continue;
    yield `${title} does not set ${name}${requires.has(name) ? ', which it needs' : ''}`;
  }
  try {
    const { PORT, PROBE_PORT } = load(env);
    for (const port of ports)
      if (port !== PORT && port !== PROBE_PORT) yield `${title} opens ${port}, where nothing listens`;
  } catch (error) {
    yield `${title} would not begin: ${error instanceof Error ? error.message : String(error)}`;
  }
}
