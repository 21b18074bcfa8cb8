import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createMetrics } from '@inlet/observe/metrics';
import { createLogger } from '@inlet/process/logger';
import { type OwnRedis, startOwnRedis } from '@inlet/testing/own-redis';
import { expect, it, onTestFinished } from 'vitest';
import type { RedisRole } from '#connections.ts';
import { explainRefusal } from '#explain-refusal.ts';
import { redisKeys } from '#keys.ts';
import { measureLanes } from '#lanes.ts';
import { type RedisWatch, watchRedis } from '#redis-watch.ts';

const keys = redisKeys('watch');
const timeoutMs = 60_000;

/** A check may fail while the connection is being restored. */
async function untilSaid({ check }: RedisWatch, words: string): Promise<void> {
  const says = (): Promise<boolean> =>
    check().then(
      () => false,
      (error: Error) => error.message.includes(words),
    );
  await waitUntil(says, { timeoutMs, what: words });
}

/** A watched connection, as ingest has it by default. */
async function watch(server: OwnRedis, role: RedisRole = 'client') {
  const logged: string[] = [];
  const write = (line: string) => void logged.push(JSON.parse(line).msg);
  const logger = createLogger({ service: 'test', level: 'info' }, { write });
  const metrics = createMetrics('test');
  const watched = watchRedis({ redis: await server.connect(role), keys, logger });
  onTestFinished(watched.close);
  measureLanes([{ number: 0, watch: watched }], metrics);
  const measured = async (name: string) =>
    Number(new RegExp(`^${name}{.*} (.*)$`, 'm').exec(await metrics.registry.metrics())?.[1]);
  return {
    logged,
    watched,
    measured,
    untilWritable: (value: number) =>
      waitUntil(async () => (await measured('inlet_redis_writable')) === value, { timeoutMs, what: `${value}` }),
  };
}

it.each([
  [
    'READONLY',
    ({ admin }: OwnRedis) => admin.replicaof('127.0.0.1', 1),
    ({ admin }: OwnRedis) => admin.replicaof('NO', 'ONE'),
  ],
  [
    'OOM',
    ({ admin }: OwnRedis) => admin.config('SET', 'maxmemory', '1'),
    ({ admin }: OwnRedis) => admin.config('SET', 'maxmemory', '0'),
  ],
  [
    'NOREPLICAS',
    ({ admin }: OwnRedis) => admin.config('SET', 'min-replicas-to-write', '1'),
    ({ admin }: OwnRedis) => admin.config('SET', 'min-replicas-to-write', '0'),
  ],
])('a Redis that answers %s is noticed, and so is that it takes writes again', async (answer, begin, end) => {
  const server = await startOwnRedis({ persistent: false });
  const { watched, untilWritable, logged } = await watch(server);
  await untilWritable(1);
  await begin(server);
  await untilWritable(0);
  await untilSaid(watched, answer);
  await end(server);
  await untilWritable(1);
  await watched.check();
  // The probe leaves nothing behind.
  expect(await server.admin.exists(keys.writeProbe)).toBe(0);
  expect(logged.filter((line) => line.startsWith('redis:'))).toEqual([
    'redis: refuses writes',
    'redis: accepts writes again',
  ]);
});

it('a Redis that cannot save its data is noticed, although it is the primary', async () => {
  const server = await startOwnRedis({ persistent: false });
  const { watched, untilWritable } = await watch(server);
  // A snapshot cannot replace a folder of the same name.
  await mkdir(join(server.folder, 'dump.rdb'));
  await server.admin.config('SET', 'save', '3600 1');
  await server.admin.bgsave();
  await untilWritable(0);
  await untilSaid(watched, 'MISCONF');
  // The server would not stop before it has saved.
  await server.admin.config('SET', 'save', '');
});

it('a Redis Cluster is named, with what to do', async () => {
  const server = await startOwnRedis({ persistent: false, further: { 'cluster-enabled': 'yes' } });
  const { logged, untilWritable, watched } = await watch(server);
  await untilWritable(0);
  await untilSaid(watched, 'CLUSTERDOWN');
  expect(logged.filter((line) => line.startsWith('redis:'))).toEqual([
    'redis: REDIS_URL is a node of a Redis Cluster; it must begin with redis+cluster://',
    'redis: refuses writes',
  ]);
  const refusal = await watched.check().catch((error: unknown) => error);
  expect(explainRefusal(refusal)).toContain('REDIS_URL begins with redis+cluster://');
});

it('a user with the documented rights is enough, and one that lacks a right is named', async () => {
  const server = await startOwnRedis({ persistent: false });
  const page = await readFile(join(import.meta.dirname, '../../../docs/kubernetes.md'), 'utf8');
  const documented = /^~\* .*$/m.exec(page)?.[0] ?? '';
  await server.admin.acl('SETUSER', 'inlet', 'on', '>secret', ...documented.split(/\s+/));
  const url = server.url.replace('redis://', 'redis://inlet:secret@');
  const { watched, untilWritable } = await watch({ ...server, connect: (role) => server.connect(role, url) });
  await untilWritable(1);
  await watched.check();
  expect(watched.timeIn(0)).toBeGreaterThan(0);
  await server.admin.acl('SETUSER', 'inlet', '-set');
  await untilSaid(watched, 'NOPERM');
  expect(explainRefusal(await watched.check().catch((error: unknown) => error))).toContain('lacks a right');
});

it('an unanswered question is not a refusal: what is not known is not measured', async () => {
  const server = await startOwnRedis({ persistent: false });
  const { watched, measured, untilWritable } = await watch(server);
  await untilWritable(1);
  await server.stop();
  await waitUntil(async () => Number.isNaN(await measured('inlet_redis_writable')), { timeoutMs });
  expect(await measured('inlet_redis_replicas')).toBeNaN();
  await expect(watched.check()).rejects.toThrow();
});

it('a worker does not know either whether a Redis that is away takes writes', async () => {
  const server = await startOwnRedis({ persistent: false });
  const { measured, untilWritable } = await watch(server, 'consumer');
  await untilWritable(1);
  await server.stop();
  await waitUntil(async () => Number.isNaN(await measured('inlet_redis_writable')), { timeoutMs });
});
