import { isFresh } from '#identity/first-account/first-account.store.ts';
import { firstAccountLink } from '#identity/first-account/first-account-token.ts';
import type { Resources } from '#resources.ts';

/** Logs the link to create an installation's first account, if sign-up is closed. */
export async function logFirstAccount({
  config,
  database,
  logger,
}: Pick<Resources, 'config' | 'database' | 'logger'>): Promise<void> {
  if (config.SIGN_UP === 'open' || !(await isFresh(database.prisma))) return;
  logger.warn({ link: firstAccountLink(config) }, 'first account: no account exists yet, this link creates one');
}
