import { grantAccess } from '@inlet/db/grant-access';
import { migrate } from '@inlet/db/migrate';
import { compileServices } from '#build/compiled-services.ts';
import { generateDatabaseClient } from '#build/database-client.ts';
import { buildWeb } from '#build/web-build.ts';
import type { LocalConfig } from '#config/config.ts';
import { createPidTable, removeRuntime } from '#files/runtime-file.ts';
import { readSecrets } from '#files/secrets.ts';
import { type Closers, createClosers } from '#processes/closers.ts';
import { startServices } from '#processes/service-process.ts';
import { claimDataDir, endLeftovers } from '#stack/data-dir.ts';
import { serviceDatabaseUrls } from '#stack/database-roles.ts';
import { checkPorts } from '#stack/ports.ts';
import { findDemo, seedDemo } from '#stack/seed.ts';
import { type Server, startPostgres, startRedis } from '#stack/servers.ts';
import { argumentsOf, type Mode, portsOf, serviceEnvironment, serviceSpecs, urlsOf } from '#stack/services.ts';

export type Stack = {
  url: string;
  demoEndpointId: string;
  /** Where mails can be read, unless they go out into the world. */
  mailUrl: string | null;
  /** Where the Stripe of this machine shows itself, unless a real one takes the money. */
  stripeUrl: string | null;
  stop: () => Promise<void>;
};

type Options = {
  config: LocalConfig;
  mode: Mode;
  say: (line: string) => void;
  /** Addresses of demo accounts besides the one that every local product has. */
  moreDemoEmails?: readonly string[];
  /** Asks to leave off; obeyed between two steps. */
  signal: AbortSignal;
};

/** Brings up the whole product on one machine; when a step fails, the started parts are stopped again. */
export async function startStack(options: Options): Promise<Stack> {
  const closers = createClosers(options.say);
  try {
    closers.add(claimDataDir(options.config.dataDir));
    return await startClaimed(options, closers);
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
}

async function startClaimed(
  { config, mode, say, moreDemoEmails = [], signal }: Options,
  closers: Closers,
): Promise<Stack> {
  const { dataDir } = config;
  const secrets = readSecrets(dataDir);
  await endLeftovers(dataDir);
  await checkPorts(config.ports, portsOf(config, mode));

  const pids = createPidTable(dataDir);
  const serverOptions = { config, say: once(say), onStarted: pids.note };
  const generating = generateDatabaseClient();
  // Built beside the servers and the database.
  const building = mode === 'start' ? Promise.all([buildWeb(), generating.then(compile)]) : Promise.resolve();
  const built = building.catch(() => undefined);
  closers.add(() => built);
  const [postgres, redis] = await open([startPostgres(serverOptions), startRedis(serverOptions)], generating, closers);
  signal.throwIfAborted();

  const databaseUrls = serviceDatabaseUrls(config, postgres.url, secrets);
  await migrate(postgres.url);
  await grantAccess(postgres.url, databaseUrls);
  const urls = urlsOf(config);
  closers.add(() => removeRuntime(dataDir));
  pids.publish({ urls, databaseUrl: postgres.url, redisUrl: redis.url });
  const surroundings = { config, mode, databaseUrls, redisUrl: redis.url, secrets };
  const running = { dataDir, say, signal, onStarted: pids.note, closers };
  const accountEnv = serviceEnvironment(surroundings, 'account');
  const demo = { dataDir, databaseUrl: postgres.url, accountEnv, moreEmails: moreDemoEmails };
  const found = await findDemo(demo);
  // The demo account has a subscription, which begins at Stripe.
  const { first = [], rest = [] } = Object.groupBy(serviceSpecs(surroundings), ({ name }) =>
    found === undefined && name === 'stripe' ? 'first' : 'rest',
  );
  await startServices(first, running);
  const demoEndpointId = found ?? (await seedDemo(demo));
  await building;
  signal.throwIfAborted();
  await startServices(rest, running);
  const { gateway: url, mail: mailUrl, stripe: stripeUrl } = urls;
  return { url, demoEndpointId, mailUrl, stripeUrl, stop: closers.closeAll };
}

function compile(): Promise<void> {
  return compileServices((['account', 'worker', 'ingest', 'gateway'] as const).map(argumentsOf));
}

// Both servers may have the same thing to say.
function once(say: (line: string) => void): (line: string) => void {
  const said = new Set<string>();
  return (line) => {
    if (!said.has(line)) say(line);
    said.add(line);
  };
}

// Side by side, and every one that came up is noted for closing before the failure of another is told.
async function open(
  starting: [Promise<Server>, Promise<Server>],
  generating: Promise<void>,
  closers: Closers,
): Promise<[Server, Server]> {
  const results = await Promise.allSettled([...starting, generating]);
  for (const result of results) if (result.status === 'fulfilled' && result.value) closers.add(result.value.stop);
  await generating;
  return Promise.all(starting);
}
