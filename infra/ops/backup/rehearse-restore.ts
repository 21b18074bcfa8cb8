import { randomBytes } from 'node:crypto';
import { changeDatabaseUrl } from '@inlet/db/change-database-url';
import { findPrimary } from '@inlet/db/find-primary';
import { migrate } from '@inlet/db/migrate';
import pg from 'pg';
import { refuseNewer, restoreDatabase } from '#backup/restore-backup.ts';
import { jobsCounted } from '#backup/waiting-jobs.ts';
import { openBackup } from '#backup/walk-backup.ts';

export interface Rehearsal {
  readonly createdAt: string;
  readonly tables: number;
  readonly rows: number;
  readonly jobs: number;
}

/**
 * Restores a backup to a temporary database beside the given one, counts its rows, and drops it again. The waiting jobs
 * are read and counted, but not queued. It fails if anything is missing.
 */
export async function rehearseRestore(databaseUrl: string, path: string): Promise<Rehearsal> {
  const { header, lines } = await openBackup(path);
  await refuseNewer(header);
  const name = `inlet_rehearsal_${randomBytes(6).toString('hex')}`;
  const scratch = changeDatabaseUrl(databaseUrl, { pathname: `/${name}` });
  await runOn(databaseUrl, (client) => client.query(`create database ${name}`));
  try {
    const { counts } = await restoreDatabase(scratch, header, lines);
    const { [jobsCounted]: jobs = 0, ...ofTables } = counts;
    await runOn(scratch, async (client) => {
      for (const [table, count] of Object.entries(ofTables)) {
        const { rows } = await client.query(`select count(*)::int as found from ${pg.escapeIdentifier(table)}`);
        if (rows[0].found !== count)
          throw new Error(`${table} has ${rows[0].found} rows after a restore, not ${count}`);
      }
    });
    // A backup of an older release has to reach this one as well.
    await migrate(scratch);
    const rows = Object.values(ofTables).reduce((sum, count) => sum + count, 0);
    return { createdAt: header.createdAt, tables: Object.keys(ofTables).length, rows, jobs };
  } finally {
    await runOn(databaseUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
  }
}

async function runOn<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: await findPrimary(url) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
