import type { Tracing } from '@inlet/observe/tracing';
import { ConfigError } from '#config.ts';
import { createLifecycle, type Lifecycle } from '#lifecycle.ts';
import { createLogger, type Logger } from '#logger.ts';

/** Longest time from the signal to the exit; it is below the grace period of the platform. */
const closeDeadlineMs = 25_000;

export interface ServiceContext<Config> {
  readonly config: Config;
  readonly logger: Logger;
  readonly lifecycle: Lifecycle;
  /** Undefined without tracing. */
  readonly tracing?: Tracing | undefined;
}

interface ProcessDefinition<Config> {
  readonly name: string;
  readonly loadConfig: () => Config;
}

interface ServiceDefinition<Config> extends ProcessDefinition<Config> {
  readonly start: (context: ServiceContext<Config>) => Promise<void>;
}

interface TaskDefinition<Config> extends ProcessDefinition<Config> {
  readonly run: (context: ServiceContext<Config>) => Promise<void>;
}

interface AnyConfig {
  readonly LOG_LEVEL: string;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_TRACES_SAMPLER_ARG?: number;
}

/** Runs a service as a process: configuration, start, signals, and an exit code. */
export async function runService<Config extends AnyConfig>(definition: ServiceDefinition<Config>): Promise<void> {
  const { context } = await openProcess(definition);
  await attempt(context, definition.name, async () => {
    await definition.start(context);
    context.logger.info('service: started');
  });
}

/** Runs a task that ends on its own, with the configuration and closing of a service. */
export async function runTask<Config extends AnyConfig>(definition: TaskDefinition<Config>): Promise<void> {
  const { context, end } = await openProcess(definition);
  await attempt(context, definition.name, () => definition.run(context));
  await end('done', false);
}

async function openProcess<Config extends AnyConfig>({ name, loadConfig }: ProcessDefinition<Config>) {
  const config = loadOrExit(loadConfig);
  const tracing = await traceIfAsked(name, config);
  const logger = createLogger({ service: name, level: config.LOG_LEVEL, tracing });
  const lifecycle = createLifecycle({ logger, deadlineMs: closeDeadlineMs });
  if (tracing) lifecycle.onClose('disconnect', 'traces', tracing.close);
  const context: ServiceContext<Config> = { config, logger, lifecycle, tracing };

  const end = (reason: string, failed: boolean) => endProcess(context, reason, failed);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(signal, false));
  process.on('uncaughtException', (err) => {
    logger.fatal({ err }, 'service: uncaught exception');
    // The exception counts even while the process is closing.
    process.exitCode = 1;
    void end('uncaught exception', true);
  });
  return { context, end };
}

/** Loaded on demand, so that a process without tracing does not hold it in memory. */
async function traceIfAsked(service: string, config: AnyConfig): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio = 1 } = config;
  if (endpoint === undefined) return undefined;
  const { openTracing } = await import('@inlet/observe/open-tracing');
  return openTracing({ service, endpoint, ratio });
}

async function attempt<Config>(
  context: ServiceContext<Config>,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (err) {
    if (err instanceof ConfigError) process.stderr.write(`${name}: ${err.message}\n`);
    else context.logger.fatal({ err }, 'service: start failed');
    await endProcess(context, 'start failed', true);
  }
}

async function endProcess({ lifecycle }: { lifecycle: Lifecycle }, reason: string, failed: boolean): Promise<never> {
  const code = await lifecycle.close(reason);
  return process.exit(failed ? 1 : (process.exitCode ?? code));
}

function loadOrExit<Config>(loadConfig: () => Config): Config {
  try {
    return loadConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(1);
  }
}
