import { migrate, readMigrations } from '@inlet/db/migrate';
import { createRedis } from '@inlet/redis/create-redis';
import { redisKeys } from '@inlet/redis/keys';
import type { Redis } from 'ioredis';
import pg from 'pg';
import * as z from 'zod';
import { type BackupLines, readBackupFile } from '#backup/backup-file.ts';
import {
  type Footer,
  footerSchema,
  type Header,
  headerSchema,
  jobSchema,
  sectionSchema,
} from '#backup/backup-format.ts';
import { listTables } from '#backup/tables.ts';
import { addWaitingJobs, jobsCounted } from '#backup/waiting-jobs.ts';
import type { Stores } from '#backup/write-backup.ts';

const rowsSchema = z.array(z.string());
const jobsSchema = z.array(jobSchema);
const damaged = (what: string) => new Error(`The backup is damaged: ${what}. Nothing was restored`);

/**
 * Puts a backup into an installation that holds nothing. The database becomes that of the release which wrote the
 * backup, is filled in one transaction, and is migrated to this release after that. The jobs come last: when they are
 * there, a worker may take them.
 */
export async function restoreBackup(stores: Stores, path: string): Promise<Footer['counts']> {
  const lines = readBackupFile(path);
  const header = headerSchema.safeParse((await next(lines)).value);
  if (!header.success) throw new Error(`${path} is no backup that this release can read`);
  await refuseNewer(header.data);
  const redis = createRedis(stores.redisUrl, { maxRetriesPerRequest: 1, sentinelRetryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await refuseFullRedis(redis, stores.redisPrefix);
    const { counts, jobs } = await restoreDatabase(stores.databaseUrl, header.data, lines);
    await migrate(stores.databaseUrl);
    for (const page of jobs) await addWaitingJobs(redis, stores.redisPrefix, page);
    return counts;
  } finally {
    redis.disconnect();
  }
}

async function restoreDatabase(url: string, header: Header, lines: BackupLines) {
  await migrate(url, new Set(header.migrations));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await refuseOtherSchema(client, header);
    const { footer, counts, jobs } = await putBack(client, lines);
    for (const [name, count] of Object.entries(footer.counts)) {
      if ((counts[name] ?? 0) !== count) throw damaged(`${name} should have ${count} and has ${counts[name] ?? 0}`);
    }
    await moveSequences(client);
    await client.query('commit');
    return { counts: footer.counts, jobs };
  } finally {
    await client.end();
  }
}

async function putBack(client: pg.Client, lines: BackupLines) {
  const counts: Record<string, number> = {};
  const jobs: z.output<typeof jobsSchema>[] = [];
  let table: string | null = null;
  for (;;) {
    const { value, sha256Before } = await next(lines);
    const footer = footerSchema.safeParse(value);
    if (footer.success) {
      if (footer.data.sha256 !== sha256Before) throw damaged('its checksum is another one');
      return { footer: footer.data, counts, jobs };
    }
    const section = sectionSchema.safeParse(value);
    if (section.success) {
      table = 'table' in section.data ? section.data.table : null;
    } else if (table === null) {
      const page = jobsSchema.parse(value);
      jobs.push(page);
      counts[jobsCounted] = (counts[jobsCounted] ?? 0) + page.length;
    } else {
      const rows = rowsSchema.parse(value);
      const name = pg.escapeIdentifier(table);
      await client.query(`insert into ${name} select * from unnest($1::${name}[])`, [rows]);
      counts[table] = (counts[table] ?? 0) + rows.length;
    }
  }
}

async function next(lines: BackupLines) {
  const line = await lines.next().catch((error: Error) => {
    throw 'code' in error && String(error.code).startsWith('Z_') ? damaged('it is cut off') : error;
  });
  if (line.done) throw damaged('it is cut off');
  return line.value;
}

async function refuseNewer({ migrations }: Header): Promise<void> {
  const known = new Set((await readMigrations()).migrationDirectories.map(({ path }) => path));
  const unknown = migrations.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  throw new Error(`The backup is of a newer release, which has ${unknown.join(', ')}: restore it with that one`);
}

async function refuseOtherSchema(client: pg.Client, header: Header): Promise<void> {
  const tables = await listTables(client);
  if (JSON.stringify(tables) !== JSON.stringify(header.tables)) {
    throw new Error('The database has other tables than the backup: restore into one that is empty');
  }
  // Its one row comes with the tables; the backup has its own.
  if (tables.some(({ name }) => name === 'installation')) await client.query('delete from installation');
  for (const { name } of tables) {
    const { rowCount } = await client.query(`select from ${pg.escapeIdentifier(name)} limit 1`);
    if (rowCount !== 0) throw new Error(`The database is not empty: there are rows in ${name}. Nothing was restored`);
  }
}

/** Counts and the form directory of another installation would be wrong here. Without them, PostgreSQL rebuilds both. */
async function refuseFullRedis(redis: Redis, prefix: string): Promise<void> {
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
