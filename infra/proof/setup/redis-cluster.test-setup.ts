import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '@inlet/local/config';
import { freePorts } from '@inlet/local-servers/free-port';
import { type StartedProcess, startProcess } from '@inlet/local-servers/start-process';
import { waitUntil } from '@inlet/local-servers/wait-until';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { Redis } from 'ioredis';
import { onTestFinished } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readProjectFile } from '#manifests/project-files.ts';

const password = '0123456789abcdef';
const folderOfScripts = join(projectRoot, 'infra/docker/redis-cluster');

/** The words with which the manifest starts a node. */
function manifestCommand(): string[] {
  const [set] = parseAllDocuments(readProjectFile('k8s/components/redis-cluster/nodes.yaml'));
  const [{ command, args }] = set?.toJS().spec.template.spec.containers ?? [{ command: [], args: [] }];
  return [...command, ...args].map((word: string) =>
    word
      .replace('/cluster/', `${folderOfScripts}/`)
      .replace('$(REDISCLI_AUTH)', password)
      .replace('$(POD_NAME)', 'localhost'),
  );
}

interface Node {
  port: number;
  readonly folder: string;
  started?: StartedProcess;
}

/** Six servers that start as the manifest says, but for their addresses. */
export async function startNodes({ prefix, lanes }: { readonly prefix: string; readonly lanes: number }) {
  const folder = await createDisposableFolder();
  const nodes: Node[] = Array.from({ length: 6 }, (_, number) => ({ port: 0, folder: join(folder, `node-${number}`) }));
  const env = () => ({
    PATH: process.env.PATH ?? '',
    NODES: nodes.map(({ port }) => `127.0.0.1:${port}`).join(' '),
    REDIS_PREFIX: prefix,
    REDIS_LANES: String(lanes),
    REDISCLI_AUTH: password,
  });
  onTestFinished(async () => void (await Promise.all(nodes.map(stop))));

  async function start(node: Node): Promise<void> {
    await mkdir(node.folder, { recursive: true });
    const [bus] = await freePorts(1);
    const here = ['--port', node.port, '--cluster-port', bus, '--bind', '127.0.0.1', '--dir', node.folder].map(String);
    const [program = '', ...args] = [...manifestCommand(), ...here];
    const ready = async () => (await ask(node, (redis) => redis.ping()).catch(() => '')) === 'PONG';
    node.started = startProcess({ name: 'Redis', program, args, env: env(), ready }, { onLine: () => undefined });
    await node.started.ready;
  }

  async function ask<T>({ port }: Node, question: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis({ port, password, lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      return await question(redis);
    } finally {
      redis.disconnect();
    }
  }

  async function startAll(): Promise<void> {
    const ports = await freePorts(nodes.length);
    for (const [number, node] of nodes.entries()) node.port = ports[number] ?? 0;
    await Promise.all(nodes.map(start));
  }

  /** Runs the script once: what it says, and whether the cluster is complete. */
  const form = () =>
    new Promise<{ isComplete: boolean; says: string }>((resolve) =>
      execFile('sh', [join(folderOfScripts, 'form-cluster.sh')], { env: env() }, (error, says) =>
        resolve({ isComplete: error === null, says }),
      ),
    );

  await startAll();
  return {
    nodes,
    ask,
    form,
    url: () => `redis+cluster://:${password}@${nodes.map(({ port }) => `127.0.0.1:${port}`).join()}`,
    untilComplete: () => waitUntil(async () => (await form()).isComplete, { what: 'the cluster to be complete' }),
    /** Ends all nodes, and starts them at other addresses with what they have on disk. */
    moveAll: async () => {
      await Promise.all(nodes.map(stop));
      await startAll();
    },
    /** Kills a node; its disk is lost. */
    lose: async (node: Node) => {
      if (node.started) process.kill(node.started.pid, 'SIGKILL');
      await node.started?.exited;
      await rm(node.folder, { recursive: true });
    },
    start,
  };
}

async function stop({ started }: Node): Promise<void> {
  await started?.stop();
}
