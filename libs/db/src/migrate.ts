import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { readApplied } from '#read-applied.ts';

/** The folder of the migrations, which are sorted by name, oldest first. */
export const migrationsDir = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

/** The interval at which a process retries a lock that another process holds. */
const lockRetryMs = 250;
/** The advisory lock for migrations: an arbitrary number that no other lock uses. */
export const migrationLock = 7_203_114;

/**
 * Migrates a database to the newest schema and returns the names of the migrations that this call applied. Processes
 * that start together wait for one another indefinitely: the engine's own lock gives up after ten seconds. With names,
 * it stops at the schema of these migrations, as the backup of an older release needs it.
 */
export function migrate(databaseUrl: string, only?: ReadonlySet<string>): Promise<string[]> {
  return withMigrationLock(databaseUrl, async (client) => {
    const all = await readMigrations();
    const wanted = all.migrationDirectories.filter(({ path }) => only === undefined || only.has(path));
    if (await areApplied(client, wanted)) return [];
    await makeExtensions(client);
    // Loaded on demand: most starts find nothing to migrate, and loading the engine takes longer than checking.
    const { withoutFilters, withSchemaEngine } = await import('#schema-engine.ts');
    const migrationsList = { ...all, migrationDirectories: wanted };
    return await withSchemaEngine(databaseUrl, async (engine) => {
      const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: withoutFilters });
      return appliedMigrationNames;
    });
  });
}

/** Extensions for the search. They ship with PostgreSQL, and a database's owner may create them. */
export const extensions = ['pg_trgm', 'btree_gin'];
const makeSql = extensions.map((name) => `create extension if not exists ${name}`).join('; ');

/** Creates the extensions before any migration starts: a failed migration would have to be resolved by hand. */
async function makeExtensions(client: pg.Client): Promise<void> {
  try {
    await client.query(makeSql);
  } catch (error) {
    const says = error instanceof Error ? error.message : String(error);
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    throw new Error(
      `The search needs extensions of PostgreSQL: ${says}. As an administrator, run in the database "${rows[0]?.name}": ${makeSql}; then migrate again. Where they are not available, install PostgreSQL's package "contrib" first`,
      { cause: error },
    );
  }
}

/** True if there is nothing to do. A failed migration is left to the engine, which stops and reports the reason. */
async function areApplied(client: pg.Client, wanted: readonly { path: string }[]): Promise<boolean> {
  const { finished, unfinished } = await readApplied(client);
  return unfinished.length === 0 && wanted.every(({ path }) => finished.includes(path));
}

/**
 * Changes the schema while no other process does. A statement that waits for the lock would hold a snapshot, and
 * building an index concurrently waits for all snapshots: so the lock is polled.
 */
export async function withMigrationLock<T>(databaseUrl: string, task: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    while (!(await tryLock(client))) await pause(lockRetryMs);
    return await task(client);
  } finally {
    await client.end();
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
    migrationLock,
  ]);
  return rows[0]?.locked === true;
}

/** The migrations of this release, as the schema engine wants them. */
export async function readMigrations() {
  const entries = await readdir(migrationsDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const migrationDirectories = await Promise.all(
    names.sort().map(async (path) => {
      const value = await readFile(join(migrationsDir, path, 'migration.sql'), 'utf8');
      return { path, migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } } };
    }),
  );
  return {
    baseDir: migrationsDir,
    lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories,
  };
}
