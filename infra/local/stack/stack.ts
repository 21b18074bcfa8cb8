import { grantAccess } from '@inlet/db/grant-access';
import { migrate } from '@inlet/db/migrate';
import { compileServices } from '#build/compiled-services.ts';
import { generateDatabaseClient } from '#build/database-client.ts';
import { buildWeb } from '#build/web-build.ts';
import type { LocalConfig } from '#config/config.ts';
import { createPidTable, removeRuntime } from '#files/runtime-file.ts';
import { readSecrets } from '#files/secrets.ts';
import { explain } from '#processes/run-command.ts';
import { startServices } from '#processes/service-process.ts';
import { claimDataDir, endLeftovers } from '#stack/data-dir.ts';
import { serviceDatabaseUrls } from '#stack/database-roles.ts';
import { checkPorts } from '#stack/ports.ts';
import { findDemo, seedDemo } from '#stack/seed.ts';
import { startPostgres, startRedis } from '#stack/servers.ts';
import { argumentsOf, type Mode, portsOf, serviceEnvironment, serviceSpecs, urlsOf } from '#stack/services.ts';

export type Stack = Awaited<ReturnType<typeof startStack>>;

const programs = (['account', 'worker', 'ingest', 'gateway'] as const).map(argumentsOf);

type Options = {
  config: LocalConfig;
  mode: Mode;
  /** Addresses of demo accounts besides the one in every local product. */
  moreDemoEmails?: readonly string[];
  /** The signal to stop; it is checked between steps. */
  signal: AbortSignal;
};

/** Starts the whole product on one machine; if a step fails, the started parts are stopped again. */
export async function startStack(options: Options) {
  const parts = new AsyncDisposableStack();
  const stop = () => parts.disposeAsync().catch(explain);
  try {
    parts.defer(claimDataDir(options.config.dataDir));
    return { ...(await startClaimed(options, parts)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startClaimed({ config, mode, moreDemoEmails = [], signal }: Options, parts: AsyncDisposableStack) {
  const { dataDir } = config;
  const secrets = readSecrets(dataDir);
  await endLeftovers(dataDir);
  await checkPorts(config.ports, portsOf(config, mode));

  const pids = createPidTable(dataDir);
  const serverOptions = { config, onStarted: pids.note };
  // A part that starts after another has failed is closed as well.
  const begin = <T>(work: Promise<T>, close?: (result: T) => Promise<void>) => {
    work.catch(() => undefined);
    parts.defer(async () => void (await work.then(close, () => undefined)));
    return work;
  };
  const generating = begin(generateDatabaseClient());
  // Built while the servers and the database start.
  const build = () => Promise.all([buildWeb(), generating.then(() => compileServices(programs))]);
  const building = begin<unknown>(mode === 'start' ? build() : Promise.resolve());
  const [postgres, redis] = await Promise.all([
    begin(startPostgres(serverOptions), ({ stop }) => stop()),
    begin(startRedis(serverOptions), ({ stop }) => stop()),
    generating,
  ]);
  signal.throwIfAborted();

  const databaseUrls = serviceDatabaseUrls(config, postgres.url, secrets);
  await migrate(postgres.url);
  await grantAccess(postgres.url, databaseUrls);
  const urls = urlsOf(config);
  parts.defer(() => removeRuntime(dataDir));
  pids.publish({ urls, databaseUrl: postgres.url, redisUrl: redis.url });
  const surroundings = { config, mode, databaseUrls, redisUrl: redis.url, secrets };
  const running = { dataDir, signal, onStarted: pids.note, parts };
  const accountEnv = serviceEnvironment(surroundings, 'account');
  const demo = { dataDir, databaseUrl: postgres.url, accountEnv, moreEmails: moreDemoEmails };
  const found = await findDemo(demo);
  // The demo account has a subscription, which starts at Stripe.
  const { first = [], rest = [] } = Object.groupBy(serviceSpecs(surroundings), ({ name }) =>
    found === undefined && name === 'stripe' ? 'first' : 'rest',
  );
  await startServices(first, running);
  const demoEndpointId = found ?? (await seedDemo(demo));
  await building;
  signal.throwIfAborted();
  await startServices(rest, running);
  return {
    url: urls.gateway,
    demoEndpointId,
    /** The address of the inbox, unless mails are delivered. */
    mailUrl: urls.mail,
    /** The address of the local Stripe, unless a real one is used. */
    stripeUrl: urls.stripe,
  };
}
