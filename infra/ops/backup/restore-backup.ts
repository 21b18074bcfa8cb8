import { findPrimary } from '@inlet/db/find-primary';
import { migrate, readMigrations } from '@inlet/db/migrate';
import { redisKeys } from '@inlet/redis/keys';
import pg from 'pg';
import type { BackupLines } from '#backup/backup-file.ts';
import type { Footer, Header, WaitingJob } from '#backup/backup-format.ts';
import { type OpenLane, withLanes } from '#backup/open-lanes.ts';
import { restoreJobs } from '#backup/restore-jobs.ts';
import type { Stores } from '#backup/stores.ts';
import { listTables } from '#backup/tables.ts';
import { openBackup, walkBackup } from '#backup/walk-backup.ts';

/**
 * Restores a backup to an empty installation. The database first gets the schema of the release that wrote the backup,
 * is filled in one transaction, and is then migrated to this release. The jobs come last: as soon as they are queued, a
 * worker may take them.
 */
export async function restoreBackup(stores: Stores, path: string): Promise<Footer['counts']> {
  const { databaseUrl } = stores;
  const { header, lines } = await openBackup(path);
  await refuseNewer(header);
  return withLanes(stores, async (lanes) => {
    for (const lane of lanes) await refuseFullRedis(lane);
    const { counts, jobs } = await restoreDatabase(databaseUrl, header, lines);
    await migrate(databaseUrl);
    await restoreJobs(databaseUrl, lanes, jobs);
    return counts;
  });
}

/**
 * Fills an empty database with the schema of the release that wrote the backup; resolves to the jobs, which are queued
 * elsewhere.
 */
export async function restoreDatabase(url: string, header: Header, lines: BackupLines) {
  await migrate(url, new Set(header.migrations));
  const client = new pg.Client({ connectionString: await findPrimary(url) });
  await client.connect();
  try {
    await client.query('begin');
    await refuseOtherSchema(client, header);
    // The backup has the rows that triggers wrote.
    await setTriggers(client, header, 'disable');
    const jobs: WaitingJob[][] = [];
    const { counts } = await walkBackup(lines, {
      takeJobs: (page) => void jobs.push(page),
      takeRows: async (table, rows) => {
        const name = pg.escapeIdentifier(table);
        await client.query(`insert into ${name} select * from unnest($1::${name}[])`, [rows]);
      },
    });
    await setTriggers(client, header, 'enable');
    await moveSequences(client);
    await client.query('commit');
    return { counts, jobs };
  } finally {
    await client.end();
  }
}

export async function refuseNewer({ migrations }: Header): Promise<void> {
  const known = new Set((await readMigrations()).map(({ name }) => name));
  const unknown = migrations.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new Error(`The backup is of a newer release, which has ${unknown.join(', ')}: restore it with that one`);
}

async function refuseOtherSchema(client: pg.Client, header: Header): Promise<void> {
  const tables = await listTables(client);
  if (JSON.stringify(tables) !== JSON.stringify(header.tables)) {
    throw new Error('The database has other tables than the backup: restore into one that is empty');
  }
  // The migrations insert its only row; the backup has its own.
  if (tables.some(({ name }) => name === 'installation')) await client.query('delete from installation');
  for (const { name } of tables) {
    const { rowCount } = await client.query(`select from ${pg.escapeIdentifier(name)} limit 1`);
    if (rowCount !== 0) throw new Error(`The database is not empty: there are rows in ${name}. Nothing was restored`);
  }
}

/** The checks of foreign keys belong to PostgreSQL and stay on. */
async function setTriggers(client: pg.Client, { tables }: Header, state: 'disable' | 'enable'): Promise<void> {
  for (const { name } of tables) await client.query(`alter table ${pg.escapeIdentifier(name)} ${state} trigger user`);
}

/** Counts and the form directory of another installation would be wrong here. Without them, PostgreSQL rebuilds both. */
async function refuseFullRedis({ redis, prefix }: OpenLane): Promise<void> {
  for await (const found of redis.scanStream({ match: `${redisKeys(prefix).queues}:*`, count: 1_000 })) {
    if (found.length > 0) throw new Error('Redis holds keys of an installation already. Nothing was restored');
  }
}

async function moveSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ sequence: string; table: string; column: string }>(
    `select pg_get_serial_sequence(quote_ident(relname), attname) as sequence, relname as table, attname as column
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0
     where relkind = 'r' and relnamespace = 'public'::regnamespace
       and pg_get_serial_sequence(quote_ident(relname), attname) is not null`,
  );
  for (const { sequence, table, column } of rows) {
    const [ofTable, ofColumn] = [pg.escapeIdentifier(table), pg.escapeIdentifier(column)];
    await client.query(`select setval($1, coalesce(max(${ofColumn}), 0) + 1, false) from ${ofTable}`, [sequence]);
  }
}
