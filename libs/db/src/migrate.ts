import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { applyMigration, type Migration } from '#apply-migration.ts';
import { findPrimary } from '#find-primary.ts';
import { refuseSharedSessions } from '#pooler.ts';
import { readApplied } from '#read-applied.ts';

/** The folder of the migrations, which are sorted by name, oldest first. */
export const migrationsDir = fileURLToPath(new URL('../prisma/migrations', import.meta.url));

/** The interval at which a process retries a lock that another process holds. */
const lockRetryMs = 250;
/** The advisory lock for migrations: an arbitrary number that no other lock uses. */
export const migrationLock = 7_203_114;

/**
 * Migrates a database to the newest schema and returns the names of the migrations that this call finished. It goes on
 * where a process was killed. Processes that start together wait for one another indefinitely. With names, it stops at
 * the schema of these migrations, as the backup of an older release needs it.
 */
export async function migrate(databaseUrl: string, only?: ReadonlySet<string>): Promise<string[]> {
  return withMigrationLock(await findPrimary(databaseUrl), async (client) => {
    const wanted = (await readMigrations()).filter(({ name }) => only === undefined || only.has(name));
    const { finished, unfinished } = await readApplied(client);
    const missing = wanted.filter(({ name }) => !finished.includes(name));
    if (missing.length === 0 && unfinished.length === 0) return [];
    for (const name of unfinished) refuseStrange(name, missing);
    await makeExtensions(client);
    for (const migration of missing) await applyMigration(client, migration);
    return missing.map(({ name }) => name);
  });
}

function refuseStrange(name: string, missing: readonly Migration[]): void {
  if (missing.some((migration) => migration.name === name)) return;
  throw new Error(`The migration ${name} of another release began and did not end: migrate with that release first`);
}

/** Extensions for the search. They ship with PostgreSQL, and a database's owner may create them. */
export const extensions = ['pg_trgm', 'btree_gin'];
const makeSql = extensions.map((name) => `create extension if not exists ${name}`).join('; ');

/** Creates the extensions before any migration starts: a database that cannot have them stays as it is. */
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

/**
 * Changes the schema while no other process does. A statement that waits for the lock would hold a snapshot, and
 * building an index concurrently waits for all snapshots: so the lock is polled.
 */
export async function withMigrationLock<T>(databaseUrl: string, task: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  // The statement that meets a lost connection reports it; unheard, the event would end the process before that.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await refuseSharedSessions(databaseUrl);
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

/** The migrations of this release, the oldest first. */
export async function readMigrations(): Promise<Migration[]> {
  const entries = await readdir(migrationsDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(migrationsDir, name, 'migration.sql'), 'utf8');
      return { name, sql };
    }),
  );
}
