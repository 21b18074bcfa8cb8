import pg from 'pg';
import { readMigrations } from '#migrate.ts';

const connectTimeoutMs = 5_000;

/**
 * The migrations of this release that a database does not have yet. One that is ahead of this release lacks none: the
 * release before runs on the schema of the one after it.
 */
export async function missingMigrations(databaseUrl: string): Promise<string[]> {
  const { migrationDirectories } = await readMigrations();
  const applied = new Set(await readApplied(databaseUrl));
  return migrationDirectories.map(({ path }) => path).filter((name) => !applied.has(name));
}

async function readApplied(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: connectTimeoutMs });
  await client.connect();
  try {
    const { rows: tables } = await client.query("select to_regclass('_prisma_migrations') is not null as is_there");
    if (!tables[0].is_there) return [];
    const { rows } = await client.query(
      'select migration_name from _prisma_migrations where finished_at is not null and rolled_back_at is null',
    );
    return rows.map(({ migration_name }) => migration_name);
  } finally {
    await client.end();
  }
}
