import type { ServiceRole } from '@inlet/db/privileges';
import type { LocalConfig } from '#config/config.ts';
import type { Secrets } from '#files/secrets.ts';

/** PostgreSQL takes 63 characters; the service's name stands behind these. */
const nameMaxLength = 50;

/**
 * Where each service finds the database, with a role of its own. Roles belong to a whole server, so they are called
 * after the database; an address of one's own goes before.
 */
export function serviceDatabaseUrls(
  { accountDatabaseUrl, workerDatabaseUrl }: Pick<LocalConfig, 'accountDatabaseUrl' | 'workerDatabaseUrl'>,
  ownerUrl: string,
  secrets: Pick<Secrets, 'accountDatabasePassword' | 'workerDatabasePassword'>,
): Record<ServiceRole, string> {
  const database = new URL(ownerUrl).pathname.slice(1, nameMaxLength) || 'inlet';
  const urlOf = (service: ServiceRole, password: string) =>
    Object.assign(new URL(ownerUrl), { username: `${database}_${service}`, password }).href;
  return {
    account: accountDatabaseUrl ?? urlOf('account', secrets.accountDatabasePassword),
    worker: workerDatabaseUrl ?? urlOf('worker', secrets.workerDatabasePassword),
  };
}
