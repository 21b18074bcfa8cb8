import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { migrate } from '@inlet/db/migrate';
import { startBalancer } from '@inlet/local/fleet/balancer';
import { freePort } from '@inlet/local-servers/free-port';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { arrangeStart, clusterOf, copyCluster } from '@inlet/testing/copy-cluster';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { openConnection } from '@inlet/testing/sql';
import { onTestFinished } from 'vitest';
import { keepPostgres } from '#house/stores.test-setup.ts';

const run = promisify(execFile);

/** PostgreSQL with a standby that receives each commit before the primary confirms it. */
export async function startReplicatedPostgres() {
  const folder = await createDisposableFolder();
  const primary = await keepPostgres({ dir: join(folder, 'primary') });
  await migrate(primary.url);
  const client = await openConnection(primary.url);
  const cluster = await clusterOf(client);
  const home = join(dirname(dirname(cluster)), 'standby');
  await mkdir(home);
  await run('cp', ['-a', join(dirname(cluster), 'password'), home]);
  const copy = join(home, 'cluster');
  await copyCluster(client, copy);
  const { port: from, username, password } = new URL(primary.url);
  await arrangeStart(copy, 'standby', {
    primary_conninfo: `host=127.0.0.1 port=${from} user=${username} password=${password}`,
  });
  const standby = await keepPostgres({ dir: home });
  await client.query(`alter system set synchronous_standby_names = '*'`);
  await client.query('select pg_reload_conf()');
  const isFollowed = async () =>
    (await client.query(`select from pg_stat_replication where sync_state = 'sync'`)).rowCount === 1;
  await waitUntil(isFollowed, { timeoutMs: 60_000, what: 'the standby to follow' });

  const port = await freePort();
  const balancer = await startBalancer(port);
  onTestFinished(balancer.close);
  balancer.add(Number(from));
  const url = new URL(primary.url);
  url.port = String(port);
  return {
    /** An address of the current primary. */
    url: url.href,
    /** An address with both hosts, the standby first. */
    bothUrl: primary.url.replace(new URL(primary.url).host, `${new URL(standby.url).host},$&`),
    /** Ends the primary in the middle of its work, and has the standby take over. */
    failOver: async (beforePromotion = async () => {}) => {
      await primary.kill();
      await beforePromotion();
      balancer.remove(Number(from));
      await (await openConnection(standby.url)).query('select pg_promote()');
      balancer.add(Number(new URL(standby.url).port));
    },
  };
}
