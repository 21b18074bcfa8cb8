import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import '#provided-context.ts';
import { databaseUrlOf, withAdmin } from '#admin-database.ts';

export type TestDatabase = { url: string; close: () => Promise<void> };

/** A database of one's own with the newest schema, copied from the template in some 50 ms; `close` drops it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('adminDatabaseUrl');
  const name = `inlet_test_${randomBytes(8).toString('hex')}`;
  const [database, template] = [name, inject('templateDatabase')].map((part) => pg.escapeIdentifier(part));
  await withAdmin(adminUrl, (client) => client.query(`create database ${database} template ${template}`));
  return {
    url: databaseUrlOf(adminUrl, name),
    close: async () => {
      await withAdmin(adminUrl, (client) => client.query(`drop database if exists ${database} with (force)`));
    },
  };
}
