import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createTestDatabase } from '@inlet/testing/test-database';
import { expect, it, onTestFinished } from 'vitest';
import { cancellable } from '#cancellable.ts';
import { type Database, openDatabase } from '#database.ts';

async function open(statementTimeoutMs?: number, way = async (url: string) => url): Promise<Database> {
  const test = await createTestDatabase();
  onTestFinished(test.close);
  const url = await way(test.url);
  const options = { url, maxConnections: 2, applicationName: 'test' };
  const database = openDatabase(statementTimeoutMs ? { ...options, statementTimeoutMs } : options);
  onTestFinished(database.close);
  return database;
}

const sleeping = `select pid from pg_stat_activity
  where state = 'active' and query like '%pg_sleep%' and pid <> pg_backend_pid() and datname = current_database()`;

it('cancels in PostgreSQL what is running, and gives up its connection', async () => {
  const { pool } = await open();
  const abort = new AbortController();
  const work = cancellable(pool, abort.signal, (connection) => connection.query('select pg_sleep(60)'));
  const failure = work.catch((error: unknown) => error);
  await waitUntil(async () => (await pool.query(sleeping)).rows.length === 1, { what: 'the statement to run' });
  const reason = new Error('nobody waits for it');
  abort.abort(reason);
  expect(await failure).toBe(reason);
  await waitUntil(async () => (await pool.query(sleeping)).rows.length === 0, { what: 'the statement to end' });
  expect(pool.totalCount).toBe(1);
});

it('waits for the timeout of the statement where the server takes no new connection', async () => {
  let stopListening = () => {};
  const { pool } = await open(500, async (url) => {
    const server = createServer((near) => {
      const far = connect(Number(new URL(url).port), '127.0.0.1');
      near.pipe(far).pipe(near);
      for (const end of [near, far]) end.on('error', () => undefined);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    stopListening = () => server.close();
    const address = server.address();
    return Object.assign(new URL(url), { port: typeof address === 'object' ? address?.port : 0 }).href;
  });
  const abort = new AbortController();
  const work = cancellable(pool, abort.signal, async (connection) => {
    const sleep = connection.query('select pg_sleep(60)');
    stopListening();
    abort.abort(new Error('nobody waits for it'));
    return sleep;
  });
  await expect(work).rejects.toThrow('nobody waits for it');
  expect(pool.totalCount).toBe(0);
});

it('begins nothing for one who left while it waited for a connection', async () => {
  const { pool } = await open();
  const abort = new AbortController();
  const held = [await pool.connect(), await pool.connect()];
  let hasBegun = false;
  const work = cancellable(pool, abort.signal, async () => {
    hasBegun = true;
  });
  const failure = work.catch((error: unknown) => error);
  const reason = new Error('nobody waits for it');
  abort.abort(reason);
  for (const client of held) client.release();
  expect(await failure).toBe(reason);
  expect(hasBegun).toBe(false);
});

it('does not go on with the next statement for one who left between two', async () => {
  const { pool } = await open();
  const abort = new AbortController();
  const work = cancellable(pool, abort.signal, async (connection) => {
    await connection.query('select 1');
    abort.abort(new Error('nobody waits for it'));
    return connection.query('select 2');
  });
  await expect(work).rejects.toThrow('nobody waits for it');
});

it('keeps a connection whose work came to its end', async () => {
  const { pool } = await open();
  const { signal } = new AbortController();
  const pidOf = async () =>
    (await cancellable(pool, signal, (connection) => connection.query('select pg_backend_pid() as pid'))).rows[0].pid;
  expect(await pidOf()).toBe(await pidOf());
});

it('ends a statement of the pool by its timeout, and one with a longer limit of its own later', async () => {
  const { pool, prisma } = await open(1_000);
  await expect(pool.query('select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' });
  const shown = await prisma.$transaction(async (tx) => {
    await tx.$executeRaw`set local statement_timeout = 30000`;
    return tx.$queryRaw`show statement_timeout`;
  });
  expect(shown).toEqual([{ statement_timeout: '30s' }]);
  expect((await pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '1s' }]);
});
