import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { serviceDatabaseUrls } from '@inlet/local/database-roles';
import { runNode } from '@inlet/local/run-program';
import { readSecrets } from '@inlet/local/secrets';
import { serviceEnvironment } from '@inlet/local/services';
import { runningProduct } from '#commands/running-product.ts';

/** Invites addresses, or the next ones of the waitlist: `npm run invite -- a@example.com`, or `-- --next 5`. */
export const invite = (args: readonly string[]) => runTask('account', 'invite', args);

/** Takes over what is sold from Stripe, now. */
export const products = () => runTask('account', 'products');

/** Sends submissions that the database refused through the queue again. */
export const replay = () => runTask('worker', 'replay');

/** Deletes submissions that are older than their form keeps them, or only counts them: `npm run retention -- --dry-run`. */
export const retention = (args: readonly string[]) => runTask('worker', 'retention', args);

/** Seals every secret in the database under the first of ENCRYPTION_KEYS. */
export const rotateKeys = () => runTask('account', 'rotate-keys');

/** Ends all sessions of an account, or of all: `npm run sign-out -- ada@example.com`, or `-- --all`. */
export const signOut = (args: readonly string[]) => runTask('account', 'sign-out', args);

/** Runs a task of a service in the product that is running, and returns its exit code. */
async function runTask(service: 'account' | 'worker', name: string, args: readonly string[] = []): Promise<number> {
  const { config, runtime } = runningProduct();
  const { databaseUrl, redisUrl, urls } = runtime;
  const secrets = readSecrets(config.dataDir);
  const databaseUrls = serviceDatabaseUrls(config, databaseUrl, secrets);
  const surroundings = { config, mode: 'start', databaseUrls, redisUrl, secrets } as const;
  // The ports are those of what is running, which another terminal's settings may not name.
  const env = {
    ...serviceEnvironment(surroundings, service),
    PUBLIC_URL: urls.gateway,
    ...(urls.stripe && { STRIPE_API_URL: urls.stripe }),
    LOG_LEVEL: 'warn',
  };
  const { code } = await runNode([join(projectRoot, `services/${service}/src/${name}.ts`), ...args], { env });
  return code;
}
