import { execFile } from 'node:child_process';
import { chown, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';

const run = promisify(execFile);

/** A copy of the folder of a server that runs, as `pg_basebackup` makes one. */
export async function copyCluster(client: pg.Client, cluster: string, copy: string): Promise<void> {
  await client.query(`select pg_backup_start('rehearsal', true)`);
  await run('cp', ['-a', cluster, copy]);
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
  // The log comes from the archive alone, and the copy belongs to no running server.
  for (const name of await readdir(join(copy, 'pg_wal'))) await rm(join(copy, 'pg_wal', name), { recursive: true });
  await rm(join(copy, 'postmaster.pid'));
  await writeOwn(copy, 'backup_label', rows[0]?.labelfile ?? '');
}

/** Writes a file of a cluster that belongs to the server's user, as its folder does. */
export async function writeOwn(cluster: string, name: string, text: string): Promise<void> {
  const { uid, gid } = await stat(cluster);
  await writeFile(join(cluster, name), text);
  await chown(join(cluster, name), uid, gid);
}
