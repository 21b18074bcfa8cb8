import { join } from 'node:path';
import { projectRoot, readLocalConfig } from '@inlet/local/config';
import { serviceDatabaseUrls } from '@inlet/local/database-roles';
import { explain } from '@inlet/local/run-command';
import { runNode } from '@inlet/local/run-program';
import { readRuntime } from '@inlet/local/runtime-file';
import { readSecrets } from '@inlet/local/secrets';
import { serviceEnvironment } from '@inlet/local/services';

/** Runs a task of account's in the product that is running, and ends as it ended. */
export async function runAccountTask(name: string, args: readonly string[] = []): Promise<void> {
  try {
    const config = readLocalConfig();
    const { dataDir } = config;
    const runtime = readRuntime(dataDir);
    if (!runtime) throw new Error(`Nothing is running on ${dataDir}: begin with npm start`);
    const secrets = readSecrets(dataDir);
    const databaseUrls = serviceDatabaseUrls(config, runtime.databaseUrl, secrets);
    const surroundings = { config, mode: 'start', databaseUrls, redisUrl: runtime.redisUrl, secrets } as const;
    // The ports are those of what is running, which another terminal's settings may not name.
    const env = {
      ...serviceEnvironment(surroundings, 'account'),
      PUBLIC_URL: runtime.urls.gateway,
      ...(runtime.urls.stripe && { STRIPE_API_URL: runtime.urls.stripe }),
      LOG_LEVEL: 'warn',
    };
    const { code } = await runNode([join(projectRoot, `services/account/src/${name}.ts`), ...args], { env });
    process.exitCode = code;
  } catch (error) {
    explain(error);
    process.exitCode = 1;
  }
}
