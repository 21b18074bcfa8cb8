import { execFile } from 'node:child_process';
import { appendFile, chown, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';

const run = promisify(execFile);

/** The data folder of a running server. */
export async function clusterOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ data_directory: string }>('show data_directory');
  return rows[0]?.data_directory ?? '';
}

/** A copy of that folder, as `pg_basebackup` makes one. */
export async function copyCluster(client: pg.Client, copy: string): Promise<void> {
  await client.query(`select pg_backup_start('rehearsal', true)`);
  await run('cp', ['-a', await clusterOf(client), copy]);
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
  // The log comes from the archive alone, and the copy belongs to no running server.
  for (const name of await readdir(join(copy, 'pg_wal'))) await rm(join(copy, 'pg_wal', name), { recursive: true });
  await rm(join(copy, 'postmaster.pid'));
  await writeOwn(copy, 'backup_label', rows[0]?.labelfile ?? '');
}

/** Makes the next start of a server a standby or a recovery, with these settings. */
export async function arrangeStart(
  cluster: string,
  as: 'standby' | 'recovery',
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  await appendFile(join(cluster, 'postgresql.auto.conf'), lines.join(''));
  await writeOwn(cluster, `${as}.signal`, '');
}

/** Writes a file that belongs to the server's user, as its folder does. */
async function writeOwn(cluster: string, name: string, text: string): Promise<void> {
  const { uid, gid } = await stat(cluster);
  await writeFile(join(cluster, name), text);
  await chown(join(cluster, name), uid, gid);
}
