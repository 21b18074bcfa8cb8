import { changeDatabaseUrl } from '@inlet/db/change-database-url';
import { findPrimary } from '@inlet/db/find-primary';
import type { ServiceRole } from '@inlet/db/privileges';
import pg from 'pg';

export type ServiceRoles = Readonly<Record<ServiceRole, { name: string; password: string }>>;

/** Runs work on a connection that is closed afterwards. */
export async function withAdmin<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: await findPrimary(url) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The address of another database on the same server. */
export function databaseUrlOf(url: string, database: string): string {
  return changeDatabaseUrl(url, { pathname: `/${database}` });
}

/** The address of the same database for each service, with the service's role. */
export function serviceUrlsOf(url: string, { account, worker }: ServiceRoles): Record<ServiceRole, string> {
  const urlOf = ({ name, password }: ServiceRoles[ServiceRole]) => changeDatabaseUrl(url, { username: name, password });
  return { account: urlOf(account), worker: urlOf(worker) };
}
