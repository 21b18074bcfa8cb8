import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { programFolders } from '@inlet/local-servers/config';
import { clusterTool } from '@inlet/local-servers/redis-binary';
import { startRedisCluster } from '@inlet/local-servers/redis-cluster';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { parseClusterUrl } from '@inlet/process/redis-url';
import { findSlotMaster } from '@inlet/redis/find-slot-master';
import { replicasOnline } from '@inlet/redis/redis-watch';
import { Redis } from 'ioredis';
import { onTestFinished } from 'vitest';
import { closeWithTest } from '#close-with-test.ts';
import { createDisposableFolder } from '#disposable-folder.ts';

interface Options {
  /** The prefix of the keys, which chooses their slot. */
  readonly prefix: string;
  readonly masters?: number;
  readonly replicas?: number;
  readonly persistent?: boolean;
}

/** On a busy machine a shorter silence would pass for the death of a node. */
const nodeTimeoutMs = 3_000;
const electedWithinMs = 60_000;
const keysAtOnce = 20;
const migrateTimeoutMs = 5_000;

/** Starts a Redis Cluster for one test, which may kill its nodes and move the slot of its keys. */
export async function startOwnCluster({ prefix, masters = 3, replicas = 1, persistent = false }: Options) {
  const dir = await createDisposableFolder();
  const starting = startRedisCluster({ dir, masters, replicas, nodeTimeoutMs, persistent });
  const cluster = await closeWithTest(starting, ({ stop }) => stop());
  const nodes = await Promise.all(
    cluster.nodes.map(async (server) => {
      const admin = new Redis(server.url);
      admin.on('error', () => undefined);
      onTestFinished(() => admin.disconnect());
      return { ...server, admin, id: String(await admin.cluster('MYID')) };
    }),
  );
  const address = readAddress(cluster.url);
  const nodeAt = (port: number) => {
    const node = nodes.find((candidate) => candidate.port === port);
    if (!node) throw new Error(`No node has the port ${port}`);
    return node;
  };

  /** The slot of the keys with a prefix, its master and its replicas, as the first node says that responds. */
  async function holders(ofKeys = prefix) {
    const { slot, master, replicas: following } = await findSlotMaster(address, ofKeys);
    return { slot, master: nodeAt(master.port), replicas: following.map(({ port }) => nodeAt(port)) };
  }

  /** Waits until the first node that responds names this one as the master of the slot. */
  async function untilMaster({ port }: { readonly port: number }): Promise<void> {
    const isMaster = async () => (await holders().catch(() => null))?.master.port === port;
    await waitUntil(isMaster, { timeoutMs: electedWithinMs, what: 'the new master of the slot' });
  }

  /** Every node sees the whole cluster, and the replicas have what their master has. */
  async function isComplete(): Promise<boolean> {
    const views = nodes.map(({ port }) => findSlotMaster({ ...address, seeds: [{ host: '127.0.0.1', port }] }, prefix));
    const seen = await Promise.all(views).catch(() => null);
    if (!seen?.every((view) => view.replicas.length === replicas)) return false;
    const { master } = await holders();
    return replicasOnline(await master.admin.info('replication')) === replicas;
  }
  await waitUntil(isComplete, { timeoutMs: electedWithinMs, what: 'the cluster to be complete' });

  return {
    url: cluster.url,
    nodes,
    holders,
    untilMaster,
    /** The masters, by the order of their slots. */
    masters: async () => {
      const { masters } = await findSlotMaster(address, prefix);
      return masters
        .toSorted((a, b) => (a.ranges[0]?.[0] ?? 0) - (b.ranges[0]?.[0] ?? 0))
        .map(({ port }) => nodeAt(port));
    },
    /** Runs redis-cli with these words. */
    tool: (words: readonly string[]) => promisify(execFile)(clusterTool(programFolders()), [...words]),
    /** A master that does not have the slot. */
    otherMaster: async () => {
      const { master } = await holders();
      const infos = await Promise.all(nodes.map(({ admin }) => admin.info('replication')));
      const other = nodes.find((node, index) => node.port !== master.port && infos[index]?.includes('role:master'));
      if (!other) throw new Error('There is no other master');
      return other;
    },
    /** Moves the slot to another master as `redis-cli --cluster reshard` does; some work may happen half-way. */
    moveSlot: async (to: (typeof nodes)[number], halfWay: () => Promise<unknown> = async () => undefined) => {
      const { slot, master: from } = await holders();
      await to.admin.cluster('SETSLOT', slot, 'IMPORTING', from.id);
      await from.admin.cluster('SETSLOT', slot, 'MIGRATING', to.id);
      for (let isHalfWay = true; ; isHalfWay = false) {
        const keys = (await from.admin.cluster('GETKEYSINSLOT', slot, keysAtOnce)) as string[];
        if (keys.length > 0) {
          await from.admin.migrate('127.0.0.1', to.port, '', 0, migrateTimeoutMs, 'KEYS', ...keys);
        }
        if (isHalfWay) await halfWay();
        if (keys.length === 0) break;
      }
      for (const { admin } of [to, from]) await admin.cluster('SETSLOT', slot, 'NODE', to.id);
      await untilMaster(to);
    },
  };
}

function readAddress(url: string) {
  const address = parseClusterUrl(url);
  if (!address) throw new Error('It is the address of a cluster');
  return address;
}
