import { randomBytes } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import '#provided-context.ts';
import { databaseUrlOf } from '@inlet/local-servers/admin-database';
import { runSql } from '#sql.ts';

/** Creates a database without tables and returns its address; it is dropped after the test. */
export async function createEmptyDatabase(): Promise<string> {
  const adminUrl = inject('adminDatabaseUrl');
  const name = `inlet_empty_${randomBytes(8).toString('hex')}`;
  await runSql(adminUrl, `create database ${name}`);
  onTestFinished(async () => void (await runSql(adminUrl, `drop database ${name} with (force)`)));
  return databaseUrlOf(adminUrl, name);
}
