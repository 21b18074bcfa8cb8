import { execFile } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { migrate } from '@inlet/db/migrate';
import { projectRoot } from '@inlet/local/config';
import { startEmbeddedPostgres } from '@inlet/local-servers/embedded-postgres';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { arrangeStart, clusterOf, copyCluster } from '@inlet/testing/copy-cluster';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { openConnection } from '@inlet/testing/sql';
import type pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';

const run = promisify(execFile);
const formId = '01890000-0000-7000-8000-0000000000f0';
const composeSchema = z.object({ services: z.object({ postgres: z.object({ command: z.array(z.string()) }) }) });

/** A setting of PostgreSQL in compose, so that the rehearsal tests an operator's configuration. */
async function readArchiveSetting(name: string): Promise<string> {
  const file = join(projectRoot, 'infra/docker/archive.yml');
  const { services } = composeSchema.parse(parse(await readFile(file, 'utf8')));
  const found = services.postgres.command.find((word) => word.startsWith(`${name}=`));
  if (found === undefined) throw new Error(`${file} does not set ${name}`);
  // Compose reads two dollar signs as one.
  return found.slice(name.length + 1).replaceAll('$$', '$');
}

async function startServer(dir: string) {
  const server = await startEmbeddedPostgres({ dir, database: 'inlet' });
  onTestFinished(server.stop);
  const client = await openConnection(server.url);
  const stop = async () => {
    await client.end();
    await server.stop();
  };
  return { url: server.url, client, cluster: await clusterOf(client), stop };
}

async function insert(client: pg.Client, count: number): Promise<void> {
  await client.query(
    `insert into submissions (id, form_id, data, created_at)
     select gen_random_uuid(), $1, '{}', clock_timestamp() from generate_series(1, $2::int)`,
    [formId, count],
  );
}

async function countRows(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from submissions');
  return rows[0]?.count ?? -1;
}

it('comes back to the moment before a mistake, by a copy of the folder and the archived log', async () => {
  const folder = await createDisposableFolder();
  const first = await startServer(join(folder, 'first'));
  await migrate(first.url);
  const home = dirname(first.cluster);
  const archive = join(home, 'archive');
  await mkdir(archive);
  // The server may run as another user.
  await chmod(archive, 0o777);
  const commandOf = async (name: string) => (await readArchiveSetting(name)).replaceAll('/archive/', `${archive}/`);
  await first.client.query(`alter system set archive_mode = 'on'`);
  await first.client.query(`alter system set archive_command = '${await commandOf('archive_command')}'`);
  await first.stop();

  const second = await startServer(join(folder, 'first'));
  const copy = join(home, 'copy');
  await insert(second.client, 1_000);
  await copyCluster(second.client, copy);
  await insert(second.client, 234);
  const { rows } = await second.client.query<{ at: string }>('select clock_timestamp()::text as at');
  await second.client.query('delete from submissions');
  const { rows: last } = await second.client.query<{ file: string }>('select pg_walfile_name(pg_switch_wal()) as file');
  await waitUntil(async () => (await readdir(archive)).includes(last[0]?.file ?? ''), {
    what: 'the archive to have the last piece of the log',
  });
  expect(await countRows(second.client)).toBe(0);
  await second.stop();
  await rm(second.cluster, { recursive: true });

  await run('mv', [copy, second.cluster]);
  await arrangeStart(second.cluster, 'recovery', {
    restore_command: await commandOf('restore_command'),
    recovery_target_time: rows[0]?.at ?? '',
    recovery_target_action: 'promote',
  });
  const third = await startServer(join(folder, 'first'));
  // It serves readers before it has reached the target time.
  const isRecovered = async () => {
    const found = await third.client.query<{ is_over: boolean }>('select not pg_is_in_recovery() as is_over');
    return found.rows[0]?.is_over === true;
  };
  await waitUntil(isRecovered, { what: 'the recovery to be over' });
  expect(await countRows(third.client)).toBe(1_234);
  await insert(third.client, 1);
  expect(await countRows(third.client)).toBe(1_235);
  await third.stop();
});
