import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createMetrics } from '@inlet/observe/metrics';
import { createTestDatabase } from '@inlet/testing/test-database';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '#database.ts';
import { isDatabaseAway } from '#faults.ts';
import { findPrimary } from '#find-primary.ts';

/** A host that accepts connections and never responds; it counts them. */
async function silentHost() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, 'listening');
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => sockets.size };
}

async function testDatabase(): Promise<string> {
  const { url, close } = await createTestDatabase();
  onTestFinished(close);
  return url;
}

const behind = (url: string, ...hosts: string[]) => url.replace(new URL(url).host, [...hosts, '$&'].join());

it('reaches the host that takes writes behind one that hangs and one that is away', async () => {
  const url = await testDatabase();
  const silent = await silentHost();
  const database = openDatabase({
    url: behind(url, silent.host, '127.0.0.1:1'),
    maxConnections: 5,
    applicationName: 'test',
    metrics: createMetrics('test'),
  });
  onTestFinished(database.close);
  const ask = () => database.pool.query<{ port: number }>('select inet_server_port() as port, pg_sleep(0.1)');
  const answers = await Promise.all(Array.from({ length: 5 }, ask));
  expect(new Set(answers.map(({ rows }) => String(rows[0]?.port)))).toEqual(new Set([new URL(url).port]));
  expect(await database.prisma.user.count()).toBe(0);
  // Five connections began at the same time, and shared one search.
  expect(silent.asked()).toBe(1);
});

it('says that the database is away while no host takes writes', async () => {
  const url = await testDatabase();
  const { host, pathname } = new URL(url);
  const readOnly = `${url}?options=-c%20default_transaction_read_only%3Don`;
  await expect(findPrimary(behind(readOnly, '127.0.0.1:1'))).rejects.toSatisfy(isDatabaseAway);
  await expect(findPrimary(`postgresql://127.0.0.1:1,127.0.0.1:1/x`)).rejects.toSatisfy(isDatabaseAway);
  // A fault that does not pass is told as it is.
  await expect(findPrimary(`postgresql://nobody:wrong@${host},127.0.0.1:1${pathname}`)).rejects.toMatchObject({
    code: expect.stringMatching(/^28/),
  });
});
