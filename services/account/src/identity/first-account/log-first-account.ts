import { isFresh } from '#identity/first-account/first-account.store.ts';
import { firstAccountLink } from '#identity/first-account/first-account-token.ts';
import type { Resources } from '#resources.ts';

/** Prints the link to the first account of an installation, where nobody can sign up without one. */
export async function logFirstAccount({
  config,
  database,
  logger,
}: Pick<Resources, 'config' | 'database' | 'logger'>): Promise<void> {
  if (config.SIGN_UP === 'open' || !(await isFresh(database.prisma))) return;
  logger.warn({ link: firstAccountLink(config) }, 'first account: nobody has one yet, and this link creates it once');
}
