import type { CounterName, FormNumber } from '@inlet/contracts/quotas';
import type { RedisKeys } from '#keys.ts';

/** Days that a counter is kept after its month: longer than any backlog. */
const keptDays = 40;

/** When a month starts and when its counter expires, in seconds. */
export function counterTimes(month: string): { readonly beganAt: number; readonly expiresAt: number } {
  const [year = 0, index = 0] = month.split('-').map(Number);
  const seconds = (ms: number) => ms / 1_000;
  return { beganAt: seconds(Date.UTC(year, index - 1)), expiresAt: seconds(Date.UTC(year, index, 1 + keptDays)) };
}

export function isOfForm(name: CounterName): name is FormNumber {
  return 'formId' in name;
}

export function counterKey(keys: RedisKeys, name: CounterName): string {
  return isOfForm(name) ? keys.formCounter(name.formId, name.version) : keys.counter(name.userId, name.month);
}

/**
 * The same of any counter. A form's is never zero without being counted, because the form may have submissions from
 * before it had a number. After its time, account counts it again.
 */
export function timesOf(name: CounterName): ReturnType<typeof counterTimes> {
  if (!isOfForm(name)) return counterTimes(name.month);
  return { beganAt: 0, expiresAt: Math.floor(Date.now() / 1_000) + keptDays * 86_400 };
}

/** True if a counter of this month would have expired. */
export function isCounterOver(month: string, nowMs = Date.now()): boolean {
  return counterTimes(month).expiresAt * 1_000 <= nowMs;
}

/**
 * For scripts that use counters. A paused counter must neither be read nor changed: its account moves to another lane, or
 * has moved. The pause ends at a time of Redis in milliseconds.
 */
export const pauseLua = `
local function isPaused(untilMs)
  if not untilMs then return false end
  local now = redis.call('TIME')
  return now[1] * 1000 + now[2] / 1000 < tonumber(untilMs)
end`;

/**
 * For scripts that increment counters. A missing counter is zero if its month started after the time in the mark, which
 * is lost with Redis's data: all usage of such a month was counted here. Otherwise the usage is unknown until account
 * has counted. A paused counter is unknown as well.
 */
export const counterLua = `${pauseLua}
local function readCounter(key, mark, beganAt)
  local used = redis.call('HMGET', key, 'submissions', 'bytes', 'paused')
  if isPaused(used[3]) then return end
  if used[1] then return tonumber(used[1]), tonumber(used[2]) end
  local since = tonumber(redis.call('GET', mark) or '')
  if since and tonumber(beganAt) > since then return 0, 0 end
end
local function raiseCounter(key, submissions, bytes, expiresAt)
  redis.call('HINCRBY', key, 'submissions', submissions)
  redis.call('HINCRBY', key, 'bytes', bytes)
  if redis.call('HINCRBY', key, 'moves', 1) == 1 then redis.call('EXPIREAT', key, expiresAt) end
end`;
