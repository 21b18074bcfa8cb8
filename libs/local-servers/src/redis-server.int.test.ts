import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDisposableFolder } from '@inlet/testing/disposable-folder';
import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandLine, sendSignal } from '#process-identity.ts';
import { startRedisServer } from '#redis-server.ts';

const folder = async () => join(await createDisposableFolder(), 'redis');

async function start(dir: string, persistent = true) {
  const server = await startRedisServer({ dir, persistent });
  onTestFinished(() => server.stop());
  return server;
}

async function ask<T>(url: string, question: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url);
  try {
    return await question(redis);
  } finally {
    redis.disconnect();
  }
}

describe('startRedisServer', () => {
  it('runs two servers side by side that share nothing', async () => {
    const [first, second] = await Promise.all([start(await folder()), start(await folder())]);
    await ask(first.url, (redis) => redis.set('only', 'in the first'));
    expect(await ask(second.url, (redis) => redis.get('only'))).toBeNull();
  });

  it('drops nothing to make room, and has acknowledged writes on disk', async () => {
    const { url } = await start(await folder());
    const settings = await ask(url, (redis) =>
      redis.config('GET', 'appendonly', 'appendfsync', 'maxmemory-policy', 'save'),
    );
    expect(pairs(settings)).toEqual({
      appendonly: 'yes',
      appendfsync: 'always',
      'maxmemory-policy': 'noeviction',
      save: '',
    });
  });

  it('finds its data again after it was killed', async () => {
    const dir = await folder();
    const killed = await start(dir);
    await ask(killed.url, (redis) => redis.set('kept', 'yes'));
    sendSignal(killed.pid, 'SIGKILL');
    await killed.exited;
    const { url } = await start(dir);
    expect(await ask(url, (redis) => redis.get('kept'))).toBe('yes');
  });

  it('ends a server that outlived its starter before it takes the data over', async () => {
    const dir = await folder();
    const leftover = await start(dir);
    await ask(leftover.url, (redis) => redis.set('kept', 'yes'));
    const { url } = await start(dir);
    await leftover.exited;
    expect(commandLine(leftover.pid)).toBeUndefined();
    expect(await ask(url, (redis) => redis.get('kept'))).toBe('yes');
  });

  it('ends although it is told to while it writes its first file, which it does not obey', async () => {
    const dir = await folder();
    const { url, stop } = await start(dir, false);
    const said = () => readFile(join(dir, 'redis.log'), 'utf8');
    await ask(url, async (redis) => {
      await redis.set('key', 'value');
      // The delay is one second per key.
      await redis.config('SET', 'rdb-key-save-delay', '1000000');
      await redis.config('SET', 'appendonly', 'yes');
    });
    await stop();
    expect(await said()).toContain("Writing initial AOF, can't exit.");
    expect(await said()).toContain('bye bye');
  });

  it('leaves a server alone that works in another folder', async () => {
    const other = await start(await folder());
    await start(await folder());
    expect(await ask(other.url, (redis) => redis.ping())).toBe('PONG');
  });

  it('reports why it cannot start, although another server responds at its address', async () => {
    const { port } = await start(await folder());
    await expect(startRedisServer({ dir: await folder(), port })).rejects.toThrow('Address already in use');
  });

  it('writes nothing to disk for a test', async () => {
    const { url } = await start(await folder(), false);
    const settings = await ask(url, (redis) => redis.config('GET', 'appendonly', 'save'));
    expect(pairs(settings)).toEqual({ appendonly: 'no', save: '' });
  });
});

function pairs(list: unknown): Record<string, unknown> {
  if (!Array.isArray(list)) return Object.fromEntries(Object.entries(list ?? {}));
  return Object.fromEntries(list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1]]] : [])));
}
