/** Days that a counter is kept after its month: longer than any backlog. */
const keptDays = 40;

/** When a month starts and when its counter expires, in seconds. */
export function counterTimes(month: string): { readonly beganAt: number; readonly expiresAt: number } {
  const [year = 0, index = 0] = month.split('-').map(Number);
  const seconds = (ms: number) => ms / 1_000;
  return { beganAt: seconds(Date.UTC(year, index - 1)), expiresAt: seconds(Date.UTC(year, index, 1 + keptDays)) };
}

/** True if a counter of this month would have expired. */
export function isCounterOver(month: string, nowMs = Date.now()): boolean {
  return counterTimes(month).expiresAt * 1_000 <= nowMs;
}

/**
 * For scripts that increment counters. A missing counter is zero if its month started after the time in the mark, which
 * is lost with Redis's data: all usage of such a month was counted here. Otherwise the usage is unknown until account
 * has counted.
 */
export const counterLua = `
local function readCounter(key, mark, beganAt)
  local used = redis.call('HMGET', key, 'submissions', 'bytes')
  if used[1] then return tonumber(used[1]), tonumber(used[2]) end
  local since = tonumber(redis.call('GET', mark) or '')
  if since and tonumber(beganAt) > since then return 0, 0 end
end
local function raiseCounter(key, submissions, bytes, expiresAt)
  redis.call('HINCRBY', key, 'submissions', submissions)
  redis.call('HINCRBY', key, 'bytes', bytes)
  if redis.call('HINCRBY', key, 'moves', 1) == 1 then redis.call('EXPIREAT', key, expiresAt) end
end`;
