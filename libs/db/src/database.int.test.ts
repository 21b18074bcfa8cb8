import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createMetrics } from '@inlet/observe/metrics';
import { createTestDatabase } from '@inlet/testing/test-database';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Database, openDatabase } from '#database.ts';
import { isDatabaseAway } from '#faults.ts';
import { measureWritable } from '#open-pool.ts';

async function open(applicationName = 'test'): Promise<Database> {
  const { url, close } = await createTestDatabase();
  onTestFinished(close);
  return openAt(url, applicationName);
}

function openAt(url: string, applicationName = 'test'): Database {
  const database = openDatabase({ url, maxConnections: 2, applicationName });
  onTestFinished(database.close);
  return database;
}

/** A server that accepts connections and never responds. */
async function listenInSilence(): Promise<{ readonly port: number; readonly hangUp: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port: address.port, hangUp };
}

describe('openDatabase', () => {
  it('gives one pool to Prisma and to plain SQL, and shows whose connections they are', async () => {
    const { prisma, pool } = await open('the-worker');
    await prisma.outboxEntry.create({ data: { topic: 'form', key: 'abc' } });
    expect((await pool.query('select key from outbox')).rows).toEqual([{ key: 'abc' }]);
    const connections = await pool.query(
      "select count(*)::int as count from pg_stat_activity where application_name = 'the-worker' and datname = current_database()",
    );
    expect(connections.rows).toEqual([{ count: 1 }]);
  });

  it('connects at the first query only, so that a process starts while the database is away', async () => {
    const { ping } = openAt('postgresql://nobody@127.0.0.1:1/none');
    await expect(ping()).rejects.toSatisfy(isDatabaseAway);
  });

  it('takes a connection that the server has cut off for news and goes on with another one', async () => {
    const { pool, ping } = await open();
    const { rows } = await pool.query('select pg_backend_pid() as pid');
    const cutOff = new Promise((resolve) => pool.once('remove', resolve));
    const other = await open();
    await other.pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
    await cutOff;
    await ping();
    expect(pool.totalCount).toBe(1);
  });

  it('fails the next statement of the caller that holds a broken connection, and nothing else', async () => {
    const { pool, ping } = await open();
    const client = await pool.connect();
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const ended = new Promise((resolve) => client.once('end', resolve));
    const other = await open();
    await other.pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
    await ended;
    await expect(client.query('select 1')).rejects.toSatisfy(isDatabaseAway);
    client.release(true);
    await ping();
    expect(pool.totalCount).toBe(1);
  });

  // Linux shows how long it is until the probe, in hundredths of a second.
  it.runIf(process.platform === 'linux')('asks a server that says nothing whether it is still there', async () => {
    const { pool } = await open();
    const { rows } = await pool.query('select inet_client_port() as local, inet_server_port() as remote');
    // While its own response is not acknowledged yet, Linux shows the timer for that.
    const hundredths = await waitUntil(async () => keepAliveOf(await readFile('/proc/net/tcp', 'utf8'), rows[0]), {
      what: 'the timer of a line that is silent',
    });
    expect(Number.parseInt(hundredths, 16)).toBeLessThanOrEqual(1_000);
  });

  it('holds no more connections than it may', async () => {
    const { pool } = await open();
    await Promise.all(Array.from({ length: 5 }, () => pool.query('select 1')));
    expect(pool.totalCount).toBe(2);
  });
});

describe('ping', () => {
  it('succeeds when the database responds', async () => {
    const { ping } = await open();
    await expect(ping()).resolves.toBeUndefined();
  });

  it('fails in time when a server accepts connections but does not respond', async () => {
    const { port, hangUp } = await listenInSilence();
    const { ping } = openAt(`postgresql://nobody@127.0.0.1:${port}/none`);
    // The hook runs before the database is closed, which would wait for the connection.
    onTestFinished(hangUp);
    await expect(ping()).rejects.toThrow('PostgreSQL did not answer in time');
  });

  it('fails in time while all connections are at work, and succeeds when one is free again', async () => {
    const { pool, ping } = await open();
    const clients = await Promise.all([pool.connect(), pool.connect()]);
    await expect(ping()).rejects.toThrow('PostgreSQL did not answer in time');
    for (const client of clients) client.release();
    await ping();
  });
});

describe('close', () => {
  it('ends every connection', async () => {
    const observer = await open();
    const { url, close } = await createTestDatabase();
    onTestFinished(close);
    const database = openDatabase({ url, maxConnections: 2, applicationName: 'leaving' });
    const count = async () => {
      const { rows } = await observer.pool.query("select from pg_stat_activity where application_name = 'leaving'");
      return rows.length;
    };
    await database.ping();
    expect(await count()).toBe(1);
    await database.close();
    await waitUntil(async () => (await count()) === 0);
  });
});

/**
 * When Linux will probe a connection, from its table of connections; null if no probe is due. A local port may belong
 * to several connections to different servers.
 */
function keepAliveOf(table: string, ports: { readonly local: number; readonly remote: number }): string | null {
  const ends = [ports.local, ports.remote].map((port) => port.toString(16).toUpperCase().padStart(4, '0'));
  const lines = table.split('\n').map((line) => line.trim().split(/[\s:]+/));
  const line = lines.find(([, , local, , remote]) => [local, remote].join() === ends.join());
  const [timer, hundredths = ''] = line?.slice(8) ?? [];
  return timer === '02' ? hundredths : null;
}

it('fails its ping while it takes no writes, and reaches it again over a new connection', async () => {
  const { url, close } = await createTestDatabase();
  onTestFinished(close);
  const [owner, database] = [openAt(url), openAt(url)];
  const metrics = createMetrics('test');
  measureWritable(metrics, database.pool);
  const writable = async () =>
    (await metrics.registry.getSingleMetricAsString('inlet_database_writable')).split(' ').at(-1);
  const setReadOnly = (value: string) =>
    owner.pool.query(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = ${value}`);
  await owner.ping();
  await setReadOnly('on');
  await expect(database.ping()).rejects.toThrow('PostgreSQL takes no writes, as a replica does');
  expect(await writable()).toBe('0');
  await setReadOnly('off');
  await database.ping();
  expect(await writable()).toBe('1');
});
