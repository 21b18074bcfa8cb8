import { setTimeout as pause } from 'node:timers/promises';
import type { RedisConnection } from '#connections.ts';

const lookEveryMs = 100;

/**
 * Has Redis write its file anew, so that it holds nothing any more that was removed, and waits for the end. Answers
 * false where Redis keeps no such file. A provider may refuse the command: that is an error.
 */
export async function rewriteFile(redis: RedisConnection, signal?: AbortSignal): Promise<boolean> {
  if ((await readPersistence(redis)).aof_enabled !== '1') return false;
  // A rewrite that is under way may have begun before the removal.
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
