import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { programFolders } from '#config.ts';
import { freePort } from '#free-port.ts';
import { clusterTool } from '#redis-binary.ts';
import { startRedisServer } from '#redis-server.ts';

type Options = {
  dir: string;
  masters: number;
  /** Replicas of each master. */
  replicas: number;
  /** The silence after which a node counts as down. */
  nodeTimeoutMs: number;
  persistent: boolean;
};

type ClusterServer = Awaited<ReturnType<typeof startNode>>;

export type RedisCluster = {
  /** First the masters, then the replicas. */
  nodes: readonly ClusterServer[];
  /** Names every node. */
  url: string;
  stop: () => Promise<void>;
};

const CREATE_TIMEOUT_MS = 60_000;

/** Starts a private Redis Cluster on loopback, with the slots spread over its masters. */
export async function startRedisCluster(options: Options): Promise<RedisCluster> {
  const { masters, replicas } = options;
  const tool = clusterTool(programFolders());
  const nodes: ClusterServer[] = [];
  const stop = async () => void (await Promise.all(nodes.map((node) => node.stop())));
  try {
    for (let index = 0; index < masters * (1 + replicas); index += 1) nodes.push(await startNode(index, options));
    const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
    const args = ['--cluster', 'create', ...addresses, '--cluster-replicas', String(replicas), '--cluster-yes'];
    await promisify(execFile)(tool, args, { timeout: CREATE_TIMEOUT_MS });
    return { nodes, url: `redis+cluster://${addresses.join()}`, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startNode(index: number, { dir, persistent, nodeTimeoutMs }: Options) {
  const further = {
    'cluster-enabled': 'yes',
    'cluster-node-timeout': String(nodeTimeoutMs),
    // By default, the nodes talk to each other at a port that may belong to another test.
    'cluster-port': String(await freePort()),
    'cluster-require-full-coverage': 'no',
    'repl-diskless-sync-delay': '0',
  };
  const start = (port?: number) =>
    startRedisServer({ dir: join(dir, `node-${index}`), persistent, further, ...(port !== undefined && { port }) });
  let running = await start();
  return {
    port: running.port,
    url: running.url,
    pid: () => running.pid,
    stop: () => running.stop(),
    /** Kills the node, and resolves when it is gone. */
    kill: async () => {
      process.kill(running.pid, 'SIGKILL');
      await running.exited;
    },
    /** Starts the node again at the same address, with what it has on disk. */
    revive: async () => {
      running = await start(running.port);
    },
  };
}
