import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { runNode } from '@inlet/local/run-program';
import { serviceEnvironment } from '@inlet/local/services';
import { runningProduct, surroundingsOf } from '#commands/running-product.ts';

/** Invites addresses, or the next ones of the waitlist: `npm run invite -- a@example.com`, or `-- --next 5`. */
export const invite = (args: readonly string[]) => runTask('account', 'invite', args);

/** Reads the products from Stripe again, at once. */
export const products = () => runTask('account', 'products');

/** Queues submissions again that the database refused. */
export const replay = () => runTask('worker', 'replay');

/** Queues batches again that failed for good, once this release can read them. */
export const retry = () => runTask('worker', 'retry');

/**
 * Deletes submissions that have exceeded the retention of their form, or only counts them: `npm run retention --
 * --dry-run`.
 */
export const retention = (args: readonly string[]) => runTask('worker', 'retention', args);

/** Seals every secret in the database under the first of ENCRYPTION_KEYS. */
export const rotateKeys = () => runTask('account', 'rotate-keys');

/** Ends all sessions of an account, or of all: `npm run sign-out -- ada@example.com`, or `-- --all`. */
export const signOut = (args: readonly string[]) => runTask('account', 'sign-out', args);

/** Shows the lanes of Redis, or moves an account: `npm run lanes -- list`, or `-- move ada@example.com 1`. */
export const lanes = (args: readonly string[]) => runTask('account', 'lanes', args);

/** Removes the second factors of a person who has lost them: `npm run reset-factors -- ada@example.com`. */
export const resetFactors = (args: readonly string[]) => runTask('account', 'reset-factors', args);

/** Runs a task of a service in the product that is running, and returns its exit code. */
async function runTask(service: 'account' | 'worker', name: string, args: readonly string[] = []): Promise<number> {
  const product = runningProduct();
  const { urls } = product.runtime;
  // Uses the ports of the running product, which another terminal's settings may not have.
  const env = {
    ...serviceEnvironment(surroundingsOf(product), service),
    PUBLIC_URL: urls.gateway,
    ...(urls.stripe && { STRIPE_API_URL: urls.stripe }),
    LOG_LEVEL: 'warn',
  };
  const { code } = await runNode([join(projectRoot, `services/${service}/src/commands/${name}.ts`), ...args], { env });
  return code;
}
