import type { ServiceRole } from '@inlet/db/privileges';
import pg from 'pg';

export type ServiceRoles = Readonly<Record<ServiceRole, { name: string; password: string }>>;

/** Runs one piece of work on a connection that is closed afterwards. */
export async function withAdmin<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The same server's address with another database. */
export function databaseUrlOf(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** The same database's address for each service, with its own role. */
export function serviceUrlsOf(url: string, { account, worker }: ServiceRoles): Record<ServiceRole, string> {
  const urlOf = ({ name, password }: ServiceRoles[ServiceRole]) =>
    Object.assign(new URL(url), { username: name, password }).href;
  return { account: urlOf(account), worker: urlOf(worker) };
}
