import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { runNode } from '@inlet/local/run-program';
import { serviceEnvironment } from '@inlet/local/services';
import { runningProduct, surroundingsOf } from '#commands/running-product.ts';

/** Invites addresses, or the next ones of the waitlist: `npm run invite -- a@example.com`, or `-- --next 5`. */
export const invite = (args: readonly string[]) => runTask('account', 'invite', args);

/** Takes over what is sold from Stripe, now. */
export const products = () => runTask('account', 'products');

/** Sends submissions that the database refused through the queue again. */
export const replay = () => runTask('worker', 'replay');

/** Sends batches that failed for good through the queue again, once this release can read them. */
export const retry = () => runTask('worker', 'retry');

/** Deletes submissions that are older than their form keeps them, or only counts them: `npm run retention -- --dry-run`. */
export const retention = (args: readonly string[]) => runTask('worker', 'retention', args);

/** Seals every secret in the database under the first of ENCRYPTION_KEYS. */
export const rotateKeys = () => runTask('account', 'rotate-keys');

/** Ends all sessions of an account, or of all: `npm run sign-out -- ada@example.com`, or `-- --all`. */
export const signOut = (args: readonly string[]) => runTask('account', 'sign-out', args);

/** Runs a task of a service in the product that is running, and returns its exit code. */
async function runTask(service: 'account' | 'worker', name: string, args: readonly string[] = []): Promise<number> {
  const product = runningProduct();
  const { urls } = product.runtime;
  // The ports are those of what is running, which another terminal's settings may not name.
  const env = {
    ...serviceEnvironment(surroundingsOf(product), service),
    PUBLIC_URL: urls.gateway,
    ...(urls.stripe && { STRIPE_API_URL: urls.stripe }),
    LOG_LEVEL: 'warn',
  };
  const { code } = await runNode([join(projectRoot, `services/${service}/src/commands/${name}.ts`), ...args], { env });
  return code;
}
