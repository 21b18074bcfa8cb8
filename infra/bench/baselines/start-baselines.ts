import { connect } from 'node:net';
import { join } from 'node:path';
import type { Closers } from '@inlet/local/closers';
import { freePort } from '@inlet/testing/free-port';
import { startRedisServer } from '@inlet/testing/redis-server';
import { startProcess } from '@inlet/testing/start-process';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { ProcessGroups } from '#measure/process-tree.ts';

/** A server to compare with. */
export type Baseline = {
  url: string;
  groups: ProcessGroups;
  /** Forgets what a load has left behind. */
  reset: () => Promise<void>;
};

export type Baselines = { floor: Baseline; naive: Baseline; control: Baseline };

/** The database is the product's own server, which one of the two leaves alone at a time. */
type Options = { folder: string; answer: string; databaseUrl: string; postgres: readonly number[]; closers: Closers };

/** Starts what the product is held against, each as a process of its own. */
export async function startBaselines({ folder, answer, databaseUrl, postgres, closers }: Options): Promise<Baselines> {
  const server = await startRedisServer({ dir: join(folder, 'naive-redis'), say: console.log });
  closers.add(server.stop);
  const redis = new Redis(server.url);
  closers.add(() => redis.disconnect());
  // Redis's own default, and what most people leave it at: it answers before anything is on disk.
  await redis.config('SET', 'appendfsync', 'everysec');

  const pool = await openControl(databaseUrl);
  closers.add(() => pool.end());

  const floor = await startServer('floor.ts', [answer], closers);
  const naive = await startServer('naive.ts', [server.url], closers);
  const control = await startServer('control.ts', [pool.options.connectionString ?? ''], closers);
  return {
    floor: { url: floor.url, groups: { floor: [floor.pid] }, reset: async () => {} },
    naive: {
      url: naive.url,
      groups: { naive: [naive.pid], redis: [server.pid] },
      reset: async () => {
        await redis.flushall();
      },
    },
    control: {
      url: control.url,
      groups: { control: [control.pid], postgres },
      reset: async () => {
        await pool.query('truncate submissions');
        await pool.query('checkpoint');
      },
    },
  };
}

async function openControl(databaseUrl: string): Promise<pg.Pool> {
  const product = new pg.Client({ connectionString: databaseUrl });
  await product.connect();
  await product.query('create database control');
  await product.end();
  const url = Object.assign(new URL(databaseUrl), { pathname: '/control' });
  return new pg.Pool({ connectionString: url.href, max: 1 });
}

async function startServer(file: string, args: readonly string[], closers: Closers) {
  const port = await freePort();
  const program = join(import.meta.dirname, '../servers', file);
  const server = startProcess({
    name: file,
    program: process.execPath,
    args: [program, String(port), ...args],
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production' },
    ready: () => listens(port),
  });
  closers.add(server.stop);
  await server.ready;
  return { url: `http://127.0.0.1:${port}`, pid: server.pid };
}

function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    const settle = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}
