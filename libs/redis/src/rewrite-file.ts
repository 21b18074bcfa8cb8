import { setTimeout as pause } from 'node:timers/promises';
import type { RedisConnection } from '#connections.ts';

const lookEveryMs = 100;

/**
 * Makes Redis rewrite its append-only file, so that it no longer holds removed data, and waits for the end. Returns
 * false if Redis has no such file. Throws if a provider rejects the command.
 */
export async function rewriteFile(redis: RedisConnection, signal?: AbortSignal): Promise<boolean> {
  if ((await readPersistence(redis)).aof_enabled !== '1') return false;
  // A running rewrite may have started before the removal.
  await untilWritten(redis, signal);
  await redis.bgrewriteaof();
  const { aof_last_bgrewrite_status: status } = await untilWritten(redis, signal);
  if (status !== 'ok') throw new Error('Redis could not rewrite its file');
  return true;
}

async function untilWritten(redis: RedisConnection, signal?: AbortSignal): Promise<Record<string, string>> {
  for (;;) {
    const state = await readPersistence(redis);
    if (state.aof_rewrite_in_progress !== '1' && state.aof_rewrite_scheduled !== '1') return state;
    await pause(lookEveryMs, undefined, signal && { signal });
  }
}

async function readPersistence(redis: RedisConnection): Promise<Record<string, string>> {
  const lines = (await redis.info('persistence')).split('\r\n');
  return Object.fromEntries(lines.map((line) => line.split(':', 2)));
}
