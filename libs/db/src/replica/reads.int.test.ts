import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createMetrics } from '@inlet/observe/metrics';
import { createLogger } from '@inlet/process/logger';
import { startOwnPostgresPair } from '@inlet/testing/own-postgres-pair';
import { openConnection } from '@inlet/testing/sql';
import { expect, it, onTestFinished, vi } from 'vitest';
import { cancellable } from '#cancellable.ts';
import { changeDatabaseUrl } from '#change-database-url.ts';
import { openPool } from '#open-pool.ts';
import { openReplica } from '#replica/open-replica.ts';
import { type Reads, replicaReads } from '#replica/reads.ts';

const timeout = 180_000;
const unfit = 'replica: the primary serves its reads';

/** Reads as the service makes them. */
function openReads(primaryUrl: string, replicaUrl: string, statementTimeoutMs = 60_000) {
  const metrics = createMetrics('test');
  const logged: string[] = [];
  const write = (line: string) => void logged.push(JSON.parse(line).msg);
  const logger = createLogger({ service: 'test', level: 'info' }, { write });
  const settings = { maxConnections: 3, applicationName: 'reads', statementTimeoutMs };
  const pool = openPool({ ...settings, url: primaryUrl });
  onTestFinished(() => pool.end());
  const replica = openReplica(pool, { ...settings, url: replicaUrl, metrics, logger });
  onTestFinished(replica.close);
  const readMetric = async (name: string, label: string) => {
    const text = await metrics.registry.getSingleMetricAsString(name);
    return Number(new RegExp(`^${name}{${label}service="test"} (.*)$`, 'm').exec(text)?.[1] ?? 0);
  };
  const begin = () => replicaReads(pool, replica);
  /** Reads that tell how often they asked the primary for its position. */
  const beginCounted = () => {
    const readFloor = vi.fn(replica.readFloor);
    return { reads: replicaReads(pool, { ...replica, readFloor }), readFloor };
  };
  return {
    logged,
    begin,
    beginCounted,
    connect: async () => replica.connect(await replica.readFloor()),
    lag: () => readMetric('inlet_replica_lag_bytes', ''),
    count: (outcome: string) => readMetric('inlet_replica_reads_total', `outcome="${outcome}",`),
    untilServed: () => waitUntil(() => isOnReplica(begin()), { timeoutMs: 60_000, what: 'the replica to serve reads' }),
  };
}

async function isOnReplica(reads: Reads): Promise<boolean> {
  return (await reads.query('select pg_is_in_recovery() as "isOnReplica"')).rows[0]?.isOnReplica;
}

const readKeys = async (reads: Reads) =>
  (await reads.query('select key from outbox order by key')).rows.map(({ key }) => key);

/** An address whose connections lead to one of several servers. */
async function startSwitch(...urls: string[]) {
  const sockets = new Set<Socket>();
  let port: string | undefined = '';
  const server = createServer((client) => {
    sockets.add(client);
    if (port === undefined) return;
    const upstream = connect({ host: '127.0.0.1', port: Number(port) });
    sockets.add(upstream);
    client.on('error', () => upstream.destroy()).pipe(upstream);
    upstream.on('error', () => client.destroy()).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  onTestFinished(() => {
    close();
    server.close();
  });
  const url = new URL(urls[0] ?? '');
  port = url.port;
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    /** New connections lead to this server. */
    lead: (index: number) => {
      port = new URL(urls[index] ?? '').port;
    },
    /** Ends all connections. */
    cut: close,
    /** Connections stay open, and nothing comes any more. */
    hang: () => {
      port = undefined;
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}

it('serves reads from the replica as long as it has everything, and otherwise from the primary', {
  timeout,
}, async () => {
  const { primary, replica } = await startOwnPostgresPair();
  const write = (key: string) => primary.admin.query('insert into outbox (topic, key) values ($1, $2)', ['test', key]);
  const reads = openReads(primary.account, replica.account);
  await reads.untilServed();

  await write('one');
  expect(await readKeys(reads.begin())).toEqual(['one']);
  await reads.untilServed();
  expect(await waitUntil(async () => (await reads.lag()) === 0)).toBe(true);

  const together = reads.beginCounted();
  const seen = await Promise.all([1, 2, 3].map(() => isOnReplica(together.reads)));
  expect(seen).toEqual([true, true, true]);
  expect(together.readFloor).toHaveBeenCalledTimes(1);

  const early = reads.begin();
  expect(await readKeys(early)).toEqual(['one']);
  await replica.pauseReplay();
  await write('two');
  const [behind, told] = [await reads.count('behind'), reads.logged.length];
  const begun = reads.begin();
  expect(await readKeys(begun)).toEqual(['one', 'two']);
  expect(await readKeys(begun)).toEqual(['one', 'two']);
  expect(await reads.count('behind')).toBe(behind + 1);
  expect(await reads.count('skipped')).toBeGreaterThan(0);
  expect(await reads.lag()).toBeGreaterThan(0);
  // A request that saw it once does not go back to a replica that has what was there when it began.
  const isAskedAgain = async () => {
    const count = await reads.count('behind');
    expect(await readKeys(early)).toEqual(['one', 'two']);
    return (await reads.count('behind')) > count;
  };
  await waitUntil(isAskedAgain);
  await replica.resumeReplay();
  await reads.untilServed();
  expect(await readKeys(reads.begin())).toEqual(['one', 'two']);
  // Its replay was paused within a minute of the first warning at most, so there is one line for each change.
  expect(reads.logged.length - told).toBeLessThanOrEqual(2);
  expect(reads.logged.at(-1)).toBe('replica: it serves reads again');

  // A statement that the replica cancels for its replay runs on the primary, where the table is empty.
  await primary.admin.query(`create table conflicts as select 1 as n; grant select on conflicts to public`);
  await replica.ask(`alter system set max_standby_streaming_delay = 0`);
  await replica.ask('select pg_reload_conf()');
  await reads.untilServed();
  const isRunning = async (text: string) =>
    (await replica.ask(`select from pg_stat_activity where application_name = 'reads' and query like '${text}%'`))
      .length;
  const slow = (begun: Reads) => begun.query('select count(pg_sleep(60))::int as count from conflicts');
  const canceled = slow(reads.begin());
  await waitUntil(() => isRunning('select count(pg_sleep'));
  await primary.admin.query('truncate conflicts');
  expect((await canceled).rows).toEqual([{ count: 0 }]);
  expect(await reads.count('conflict')).toBe(1);

  // So does one that loses the replica, and work of several statements begins again.
  await primary.admin.query('insert into conflicts values (1)');
  await reads.untilServed();
  let begins = 0;
  const work = reads.begin().run((pool) =>
    cancellable(pool, new AbortController().signal, async (connection) => {
      begins += 1;
      const { rows } = await connection.query('select pg_is_in_recovery() as "isOnReplica"');
      if (rows[0]?.isOnReplica) await connection.query('select count(pg_sleep(60)) from conflicts');
      return rows[0]?.isOnReplica;
    }),
  );
  await waitUntil(() => isRunning('select count(pg_sleep'));
  await replica.stop();
  expect([await work, begins]).toEqual([false, 2]);
  expect(await isOnReplica(reads.begin())).toBe(false);
  expect(reads.logged.at(-1)).toBe('replica: it serves reads again');
  await replica.start();
  await reads.untilServed();

  // A replica that hangs costs a second.
  const { url, hang, lead, cut } = await startSwitch(replica.account);
  const hung = openReads(primary.account, url, 5_000);
  await hung.untilServed();
  hang();
  expect(await isOnReplica(hung.begin())).toBe(false);
  expect(await hung.count('away')).toBe(1);
  lead(0);
  cut();
  await hung.untilServed();

  // In the middle of a statement it costs the time limit of that, and a second.
  const answer = hung.begin().query('select case when pg_is_in_recovery() then pg_sleep(60)::text end as slept');
  await waitUntil(() => isRunning('select case when'));
  hang();
  expect((await answer).rows).toEqual([{ slept: null }]);
  expect(await hung.count('away')).toBe(2);

  // What the primary refuses too is told as it is, and is not asked twice.
  await reads.untilServed();
  const away = await reads.count('away');
  await expect(reads.begin().query('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
  await expect(reads.begin().query('set statement_timeout = 1; select pg_sleep(60)')).rejects.toMatchObject({
    code: '57014',
  });
  expect(await reads.count('away')).toBe(away);
});

it('goes back behind no earlier read of a request, although several replicas have one address', {
  timeout,
}, async () => {
  const { primary, replica, addReplica } = await startOwnPostgresPair();
  const other = await addReplica('other');
  const { url, lead } = await startSwitch(replica.account, other.account);
  const reads = openReads(primary.account, url);
  await reads.untilServed();
  const begun = reads.begin();
  expect(await readKeys(begun)).toEqual([]);
  const [{ position }] = (await primary.admin.query('select pg_current_wal_flush_lsn() as position')).rows;
  const hasAll = async () =>
    (await other.ask(`select pg_last_wal_replay_lsn() >= '${position}' as "hasAll"`))[0].hasAll;
  await waitUntil(hasAll, { what: 'the other replica to have what the request has to see' });
  await other.pauseReplay();
  await primary.admin.query(`insert into outbox (topic, key) values ('test', 'new')`);
  await waitUntil(async () => (await readKeys(begun)).length === 1);
  expect(await reads.count('behind')).toBe(0);
  // With its idle connections in use, the next read opens one, which leads to the other replica.
  const used = [await reads.connect(), await reads.connect()];
  lead(1);
  expect(await readKeys(begun)).toEqual(['new']);
  expect(await reads.count('behind')).toBe(1);
  for (const client of used) client.release();
});

it('uses no server that does not follow the primary', { timeout }, async () => {
  const { primary, replica, addReplica } = await startOwnPostgresPair();
  const other = await addReplica('other');
  const promoted = openReads(primary.account, replica.account);
  await promoted.untilServed();

  const elsewhere = openReads(primary.url, changeDatabaseUrl(replica.url, { pathname: '/postgres' }));
  expect(await isOnReplica(elsewhere.begin())).toBe(false);
  expect([await elsewhere.count('unfit'), elsewhere.logged]).toEqual([1, [unfit]]);

  const itself = openReads(primary.account, primary.account);
  expect(await isOnReplica(itself.begin())).toBe(false);
  expect(await itself.count('unfit')).toBe(1);

  await replica.ask('select pg_promote()');
  expect(await isOnReplica(promoted.begin())).toBe(false);
  expect(await promoted.count('unfit')).toBe(1);

  // The former primary goes on, and so does its replica. The log of the new one is shorter.
  const missed = openReads(replica.account, other.account);
  const fromFormer = openReads(primary.account, other.account);
  await primary.admin.query(`insert into outbox (topic, key) values ('test', 'lost')`);
  await fromFormer.untilServed();
  const { rows } = await (await openConnection(other.url)).query('select key from outbox');
  expect(rows).toEqual([{ key: 'lost' }]);
  expect(await readKeys(missed.begin())).toEqual([]);
  expect(await missed.count('unfit')).toBe(1);
});
