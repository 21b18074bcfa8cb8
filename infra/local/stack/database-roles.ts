import type { ServiceRole } from '@inlet/db/privileges';
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
  const database = new URL(ownerUrl).pathname.slice(1, nameMaxLength) || 'inlet';
  const urlOf = (service: ServiceRole, password: string) =>
    Object.assign(new URL(ownerUrl), { username: `${database}_${service}`, password }).href;
  return {
    account: accountDatabaseUrl ?? urlOf('account', secrets.accountDatabasePassword),
    worker: workerDatabaseUrl ?? urlOf('worker', secrets.workerDatabasePassword),
  };
}
