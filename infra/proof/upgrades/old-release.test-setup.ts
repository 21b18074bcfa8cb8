import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrationsDir } from '@inlet/db/migrate';
import { createEmptyDatabase } from '@inlet/testing/empty-database';
import { openConnection } from '@inlet/testing/sql';
import { fillFirstRelease } from '#upgrades/first-release-data.test-setup.ts';

/** The table in which Prisma's engine keeps the applied migrations. */
const appliedTable = `create table _prisma_migrations (
  id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz, migration_name varchar(255) not null,
  logs text, rolled_back_at timestamptz, started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`;

const entries = await readdir(migrationsDir, { withFileTypes: true });
/** The names of all migrations, the oldest first. */
export const migrationNames = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).toSorted();

/** A database with this many migrations, and with data of the first release. It is dropped after the test. */
export async function createOldDatabase(migrationCount: number) {
  const url = await createEmptyDatabase();
  const client = await openConnection(url);
  await client.query(appliedTable);
  for (const migration of migrationNames.slice(0, migrationCount)) {
    const sql = await readFile(join(migrationsDir, migration, 'migration.sql'), 'utf8');
    // Like the engine: a concurrent index build is a separate statement.
    for (const statement of sql.split(';').filter((text) => text.trim() !== '')) await client.query(statement);
    await client.query(
      `insert into _prisma_migrations (id, checksum, finished_at, migration_name, applied_steps_count)
       values ($1, $2, now(), $3, 1)`,
      [randomUUID(), createHash('sha256').update(sql).digest('hex'), migration],
    );
  }
  await fillFirstRelease(client);
  return { url, client };
}
