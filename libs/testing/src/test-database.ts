import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import '#provided-context.ts';
import { databaseUrlOf, serviceUrlsOf, withAdmin } from '@inlet/local-servers/admin-database';

export type TestDatabase = {
  /** The address of the role that owns the tables and has all rights. */
  url: string;
  /** The address for account's role. */
  accountUrl: string;
  /** The address for the worker's role. */
  workerUrl: string;
  close: () => Promise<void>;
};

/** Creates a database with the newest schema, copied from the template in about 50 ms; `close` drops it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('adminDatabaseUrl');
  const name = `inlet_test_${randomBytes(8).toString('hex')}`;
  const [database, template] = [name, inject('templateDatabase')].map((part) => pg.escapeIdentifier(part));
  // Copying files takes half the work of PostgreSQL's default, which logs every page.
  const sql = `create database ${database} template ${template} strategy file_copy`;
  await withAdmin(adminUrl, (client) => client.query(sql));
  const url = databaseUrlOf(adminUrl, name);
  const services = testServiceUrls(url);
  return {
    url,
    accountUrl: services.account,
    workerUrl: services.worker,
    close: async () => {
      await withAdmin(adminUrl, (client) => client.query(`drop database if exists ${database} with (force)`));
    },
  };
}

/** A database's address for each service, with the roles of this run; they exist on the tests' own server. */
export function testServiceUrls(url: string): ReturnType<typeof serviceUrlsOf> {
  return serviceUrlsOf(url, inject('serviceRoles'));
}
