import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitUntil } from '@inlet/local-servers/wait-until';
import type { ClusterAddress } from '@inlet/process/redis-url';
import { startOwnCluster } from '@inlet/testing/own-cluster';
import { expect, it, onTestFinished } from 'vitest';
import { createRedis } from '#create-redis.ts';
import { findSlotMaster } from '#find-slot-master.ts';

const prefix = 'found';
const host = '127.0.0.1';
const noLogin = { username: undefined, password: undefined, isTls: false };

it('finds the master of the slot by any node, by the address that it announces', async () => {
  const cluster = await startOwnCluster({ prefix, replicas: 0 });
  const { slot, master } = await cluster.holders();
  const find = (port: number, login: Omit<ClusterAddress, 'seeds'> = noLogin) =>
    findSlotMaster(
      {
        ...login,
        seeds: [
          { host: '127.0.0.1', port: 1 },
          { host, port },
        ],
      },
      prefix,
    );
  const configure = (name: string, value: string) =>
    Promise.all(cluster.nodes.map(({ admin }) => admin.config('SET', name, value)));

  const key = `{${prefix}}:key`;
  expect(await master.admin.set(key, '1')).toBe('OK');
  for (const { port } of cluster.nodes) {
    expect(await find(port)).toMatchObject({ slot, master: { host, port: master.port }, replicas: [] });
  }

  await configure('cluster-announce-hostname', 'localhost');
  await configure('cluster-preferred-endpoint-type', 'hostname');
  for (const { port } of cluster.nodes) {
    const isNamed = async () => (await find(port)).master.host === 'localhost';
    await waitUntil(isNamed, { what: 'the name to be known' });
  }
  // Where a node does not know its own address, it is the one by which it was asked.
  await configure('cluster-preferred-endpoint-type', 'unknown-endpoint');
  expect((await find(master.port)).master).toEqual({ host, port: master.port });
  await configure('cluster-preferred-endpoint-type', 'ip');

  const page = await readFile(join(import.meta.dirname, '../../../docs/kubernetes.md'), 'utf8');
  const rights = [/^~\* .*$/m, /\+cluster\|[^`]*/].map((shape) => shape.exec(page)?.[0] ?? '').join(' ');
  for (const { admin } of cluster.nodes) await admin.acl('SETUSER', 'inlet', 'on', '>secret', ...rights.split(/\s+/));
  const login = { ...noLogin, username: 'inlet', password: 'secret' };
  for (const { port } of cluster.nodes) expect((await find(port, login)).master.port).toBe(master.port);
  await expect(find(master.port, { ...login, password: 'guess' })).rejects.toThrow('WRONGPASS');
});

it('a node that is cut off from the others names no master', async () => {
  const cluster = await startOwnCluster({ prefix, replicas: 0 });
  const { master } = await cluster.holders();
  const alone = { ...noLogin, seeds: [{ host, port: master.port }] };
  await findSlotMaster(alone, prefix);
  for (const node of cluster.nodes) if (node.port !== master.port) await node.kill();
  const says = () => findSlotMaster(alone, prefix).then(String, ({ message }: Error) => message);
  await waitUntil(async () => (await says()).includes('the node is cut off'), { what: 'the node to notice' });
});

it('a program that runs once follows the slot, and fails where no node responds', async () => {
  const cluster = await startOwnCluster({ prefix, replicas: 0 });
  const once = { maxRetriesPerRequest: 1, sentinelRetryStrategy: () => null };
  const redis = createRedis(cluster.url, once, prefix);
  redis.on('error', () => undefined);
  onTestFinished(() => redis.disconnect());
  const key = `{${prefix}}:key`;
  await redis.set(key, '1');
  await cluster.moveSlot(await cluster.otherMaster());
  expect(await redis.get(key)).toBe('1');

  const lost = createRedis('redis+cluster://127.0.0.1:1', once, prefix);
  lost.on('error', () => undefined);
  onTestFinished(() => lost.disconnect());
  await expect(lost.ping()).rejects.toThrow('127.0.0.1:1: connect ECONNREFUSED');
  expect(() => createRedis('redis+cluster://127.0.0.1:1', {})).toThrow('needs the prefix');
});
