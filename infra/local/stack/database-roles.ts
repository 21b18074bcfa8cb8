import { changeDatabaseUrl } from '@inlet/db/change-database-url';
import type { ServiceRole } from '@inlet/db/privileges';
import { databaseAddresses } from '@inlet/process/database-url';
import type { LocalConfig } from '#config/config.ts';
import type { Secrets } from '#files/secrets.ts';

/** PostgreSQL allows 63 characters; the service's name follows these. */
const nameMaxLength = 50;

/**
 * The database address of each service, with its own role. Roles belong to a whole server, so their names contain the
 * database; a configured address takes precedence.
 */
export function serviceDatabaseUrls(
  { accountDatabaseUrl, workerDatabaseUrl }: Pick<LocalConfig, 'accountDatabaseUrl' | 'workerDatabaseUrl'>,
  ownerUrl: string,
  secrets: Pick<Secrets, 'accountDatabasePassword' | 'workerDatabasePassword'>,
): Record<ServiceRole, string> {
  const { pathname } = new URL(databaseAddresses(ownerUrl)[0] ?? '');
  const database = pathname.slice(1, nameMaxLength) || 'inlet';
  const urlOf = (service: ServiceRole, password: string) =>
    changeDatabaseUrl(ownerUrl, { username: `${database}_${service}`, password });
  return {
    account: accountDatabaseUrl ?? urlOf('account', secrets.accountDatabasePassword),
    worker: workerDatabaseUrl ?? urlOf('worker', secrets.workerDatabasePassword),
  };
}
