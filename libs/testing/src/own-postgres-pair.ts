import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { grantAccess } from '@inlet/db/grant-access';
import { migrate } from '@inlet/db/migrate';
import { serviceUrlsOf } from '@inlet/local-servers/admin-database';
import { startEmbeddedPostgres } from '@inlet/local-servers/embedded-postgres';
import { waitUntil } from '@inlet/local-servers/wait-until';
import type pg from 'pg';
import { closeWithTest } from '#close-with-test.ts';
import { arrangeStart, clusterOf, copyCluster } from '#copy-cluster.ts';
import { createDisposableFolder } from '#disposable-folder.ts';
import { openConnection } from '#sql.ts';

export type OwnReplica = Awaited<ReturnType<typeof addReplica>>;

const run = promisify(execFile);
const database = 'inlet';
const roles = {
  account: { name: 'inlet_account', password: 'account of a test' },
  worker: { name: 'inlet_worker', password: 'worker of a test' },
};

/** A PostgreSQL with the schema and a streaming replica, for one test. Both write to disk as in production. */
export async function startOwnPostgresPair() {
  const folder = await createDisposableFolder();
  const starting = startEmbeddedPostgres({ dir: join(folder, 'primary'), database });
  const server = await closeWithTest(starting, ({ stop }) => stop());
  await migrate(server.url);
  const urls = serviceUrlsOf(server.url, roles);
  await grantAccess(server.url, urls);
  const admin = await openConnection(server.url);
  const primary = { ...urls, url: server.url, admin };
  return {
    primary,
    replica: await addReplica(primary, 'replica'),
    addReplica: (name: string) => addReplica(primary, name),
  };
}

/** Starts a streaming replica, which a test may stop and pause. */
async function addReplica({ url, admin }: { readonly url: string; readonly admin: pg.Client }, name: string) {
  const cluster = await clusterOf(admin);
  const home = join(dirname(dirname(cluster)), name);
  await mkdir(home);
  await run('cp', ['-a', join(dirname(cluster), 'password'), home]);
  await copyCluster(admin, join(home, 'cluster'));
  const { port, username, password } = new URL(url);
  await arrangeStart(join(home, 'cluster'), 'standby', {
    primary_conninfo: `host=127.0.0.1 port=${port} user=${username} password=${password} application_name=${name}`,
  });
  const start = (at: { port?: number } = {}) => startEmbeddedPostgres({ dir: home, database, ...at });
  let running: Awaited<ReturnType<typeof start>> | undefined;
  const server = await closeWithTest(start(), (first) => (running ?? first).stop());
  const follows = async () =>
    (await admin.query('select from pg_stat_replication where application_name = $1', [name])).rowCount === 1;
  await waitUntil(follows, { timeoutMs: 60_000, what: 'the replica to follow' });
  const ask = async (text: string) => {
    const client = await openConnection(server.url);
    return (await client.query(text)).rows;
  };
  return {
    ...serviceUrlsOf(server.url, roles),
    url: server.url,
    ask,
    pauseReplay: async () => {
      await ask('select pg_wal_replay_pause()');
      const isPaused = async () => (await ask('select pg_get_wal_replay_pause_state() as state'))[0].state === 'paused';
      // The replay stops before its next record.
      await waitUntil(async () => {
        await admin.query('select pg_logical_emit_message(true, $1, $1)', ['a test']);
        return isPaused();
      });
    },
    resumeReplay: () => ask('select pg_wal_replay_resume()'),
    stop: () => (running ?? server).stop(),
    start: async () => {
      running = await start({ port: server.port });
    },
  };
}
