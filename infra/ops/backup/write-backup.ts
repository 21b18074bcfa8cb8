import { findPrimary } from '@inlet/db/find-primary';
import pg from 'pg';
import { type BackupWriter, writeBackupFile } from '#backup/backup-file.ts';
import { backupFormat, type Footer, type Header, type Table } from '#backup/backup-format.ts';
import { type OpenLane, withLanes } from '#backup/open-lanes.ts';
import type { Stores } from '#backup/stores.ts';
import { listMigrations, listTables } from '#backup/tables.ts';
import { jobsCounted, queueOfSubmissions, readWaitingJobs } from '#backup/waiting-jobs.ts';

/** One row may have a megabyte. */
const rowsAtOnce = 100;

/**
 * Writes all data to one file while the product runs: first the jobs that wait in Redis, then all of PostgreSQL as of
 * one later moment. In this order a submission that moves from Redis to PostgreSQL in between is written twice; in the
 * other order it would be missing.
 */
export function writeBackup(stores: Stores, path: string): Promise<Footer['counts']> {
  return withLanes(stores, (lanes) => writeStores(stores.databaseUrl, lanes, path));
}

async function writeStores(databaseUrl: string, lanes: readonly OpenLane[], path: string): Promise<Footer['counts']> {
  const client = new pg.Client({ connectionString: await findPrimary(databaseUrl) });
  const counts: Record<string, number> = {};
  try {
    await client.connect();
    // BullMQ would wait forever while Redis is away.
    for (const { redis } of lanes) await redis.ping();
    await requireLanes(client, lanes.length);
    await writeBackupFile(path, async (writer) => {
      const tables = await listTables(client);
      const createdAt = new Date().toISOString();
      const migrations = await listMigrations(client);
      await writer.write({ format: backupFormat, createdAt, migrations, tables } satisfies Header);

      counts[jobsCounted] = 0;
      await writer.write({ jobs: queueOfSubmissions });
      for (const { redis, prefix } of lanes) {
        await readWaitingJobs(redis, prefix, async (page) => {
          counts[jobsCounted] = (counts[jobsCounted] ?? 0) + page.length;
          if (page.length > 0) await writer.write(page);
        });
      }

      await client.query('begin isolation level repeatable read read only');
      for (const table of tables) counts[table.name] = await writeTable(client, table, writer);
      await client.query('commit');
      await writer.write({ end: true, counts, sha256: writer.sha256() } satisfies Footer);
    });
  } finally {
    await client.end();
  }
  return counts;
}

/** Batches that wait in another lane would be missing. A database of an earlier release has no lanes. */
async function requireLanes(client: pg.Client, count: number): Promise<void> {
  const { rows } = await client.query<{ highest: number | null }>(
    `select max((to_jsonb(u) ->> 'lane')::int) as highest from users u`,
  );
  const highest = rows[0]?.highest ?? 0;
  if (highest >= count) {
    throw new Error(
      `An account is in lane ${highest}, but REDIS_LANES is ${count}: set it to the number of the services`,
    );
  }
}

async function writeTable(client: pg.Client, { name }: Table, writer: BackupWriter): Promise<number> {
  const table = pg.escapeIdentifier(name);
  await writer.write({ table: name });
  await client.query(`declare rows no scroll cursor for select t::text as row from ${table} as t`);
  let count = 0;
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${rowsAtOnce} from rows`);
    if (rows.length === 0) break;
    count += rows.length;
    await writer.write(rows.map(({ row }) => row));
  }
  await client.query('close rows');
  return count;
}
