import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createLogger } from '@inlet/process/logger';
import { createTestRedis, type TestRedis } from '@inlet/testing/test-redis';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { openRedis, type RedisConnection, waitUntilConnected } from '#connections.ts';
import { redisKeys } from '#keys.ts';
import { type ConnectionWatch, watchConnection } from '#watch-connection.ts';

const channel = 'announcements';
const askEveryMs = 50;
let redis: TestRedis;
let way: Server;
let sockets: Socket[];
let subscriber: RedisConnection;
let watch: ConnectionWatch;
let publisher: RedisConnection;
let questions: number;
let heard: string[];

beforeEach(async () => {
  redis = await createTestRedis();
  sockets = [];
  way = createServer((near) => {
    const far = connect(target(redis.url));
    near.pipe(far).pipe(near);
    near.on('data', (bytes) => {
      if (/ping/i.test(bytes.toString('latin1'))) questions += 1;
    });
    sockets.push(near, far);
    for (const socket of [near, far]) socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
  const { port } = way.address() as AddressInfo;
  const logger = createLogger({ service: 'test', level: 'silent' });
  subscriber = openRedis({ role: 'subscriber', url: `redis://127.0.0.1:${port}`, name: 'test', logger });
  publisher = openRedis({ role: 'client', url: redis.url, name: 'test', logger });
  await Promise.all([subscriber, publisher].map((connection) => waitUntilConnected(connection, 60_000)));
  questions = 0;
  heard = [];
  subscriber.on('message', (_channel, text) => heard.push(text));
  await subscriber.subscribe(channel);
  watch = watchConnection(subscriber, redisKeys('test'), askEveryMs);
});

afterEach(async () => {
  watch?.close();
  subscriber?.disconnect();
  publisher?.disconnect();
  for (const socket of sockets) socket.destroy();
  way?.close();
  await redis?.close();
});

it('detects a connection that went silent, and receives messages on a new one', async () => {
  const warnings: string[] = [];
  const noteWarning = ({ message }: Error) => warnings.push(message);
  process.on('warning', noteWarning);
  onTestFinished(() => {
    process.off('warning', noteWarning);
  });
  await waitUntil(() => watch.provenAtMs() > 0, { what: 'the first proof' });
  for (const socket of sockets) socket.unpipe();
  const silentAtMs = performance.now();
  await waitUntil(() => performance.now() - watch.provenAtMs() > 5 * askEveryMs);
  expect(watch.provenAtMs()).toBeLessThanOrEqual(silentAtMs);
  await waitUntil(async () => (await publisher.publish(channel, 'again')) > 0 && heard.includes('again'), {
    what: 'the new line to be heard',
  });
  expect(warnings).toEqual([]);
});

it('keeps a connection that responds', async () => {
  const connections = sockets.length;
  await waitUntil(() => questions > 3, { what: 'several questions' });
  const provenAtMs = watch.provenAtMs();
  await waitUntil(() => watch.provenAtMs() > provenAtMs, { what: 'another proof' });
  expect(sockets).toHaveLength(connections);
});

function target(url: string) {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port) };
}
