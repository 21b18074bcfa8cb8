import pg from 'pg';
import { findPrimary } from '#find-primary.ts';
import { readMigrations } from '#migrate.ts';
import { readApplied } from '#read-applied.ts';

const connectTimeoutMs = 5_000;

/**
 * The migrations of this release that a database lacks. A newer database lacks none: the previous release runs on the
 * schema of the next one.
 */
export async function missingMigrations(databaseUrl: string): Promise<string[]> {
  const migrations = await readMigrations();
  const applied = new Set(await namesOfApplied(databaseUrl));
  return migrations.map(({ name }) => name).filter((name) => !applied.has(name));
}

async function namesOfApplied(databaseUrl: string): Promise<readonly string[]> {
  const connectionString = await findPrimary(databaseUrl);
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectTimeoutMs });
  await client.connect();
  try {
    return (await readApplied(client)).finished;
  } finally {
    await client.end();
  }
}
