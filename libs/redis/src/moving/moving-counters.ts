import type { CounterName } from '@inlet/contracts/quotas';
import type { RedisConnection } from '#connections.ts';
import { counterKey, timesOf } from '#counter-lua.ts';
import { defineScript } from '#define-script.ts';
import type { RedisKeys } from '#keys.ts';

/** All fields of a counter, the receipts included; null if it is missing. */
export type CounterFields = Readonly<Record<string, string>> | null;

/** The counters of an account that leaves a lane, or comes to one. */
export interface MovingCounters {
  /**
   * Pauses the counters, also those that are missing, and returns what they contain. Nothing changes them until the
   * pause is over, which Redis decides by its own clock, or `resume` ends it.
   */
  readonly pause: (names: readonly CounterName[], pauseMs: number) => Promise<CounterFields[]>;
  readonly resume: (names: readonly CounterName[]) => Promise<void>;
  /** Writes a counter of another lane in place of one that is here. A missing one is removed here too. */
  readonly write: (name: CounterName, fields: CounterFields) => Promise<void>;
  /**
   * Leaves nothing but a pause, for an account that is in another lane now: a process that has not yet heard of it could
   * otherwise count here for an hour.
   */
  readonly leave: (names: readonly CounterName[]) => Promise<void>;
}

const pausedField = 'paused';
/** Longer than any copy of a form in ingest is used without news of changes. */
const leftMs = 3_600_000;
/** Keys of one script, far below Lua's limit. */
const keysAtOnce = 500;

/** KEYS: counters. ARGV: milliseconds. A missing counter leaves no key after its pause. */
const pauseScript = `
local now = redis.call('TIME')
local untilMs = string.format('%d', now[1] * 1000 + math.floor(now[2] / 1000) + ARGV[1])
local found = {}
for i, key in ipairs(KEYS) do
  found[i] = redis.call('HGETALL', key)
  redis.call('HSET', key, '${pausedField}', untilMs)
  if redis.call('HEXISTS', key, 'submissions') == 0 then redis.call('PEXPIREAT', key, untilMs) end
end
return found`;

/** KEYS: counters. */
const resumeScript = `for _, key in ipairs(KEYS) do redis.call('HDEL', key, '${pausedField}') end`;

/** KEYS: the counter, the mark. ARGV: when it expires, then fields and values. */
const writeScript = `
redis.call('DEL', KEYS[1])
local now = redis.call('TIME')
redis.call('SET', KEYS[2], now[1], 'NX')
for i = 2, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
redis.call('EXPIREAT', KEYS[1], ARGV[1])`;

/** KEYS: counters. ARGV: milliseconds. */
const leaveScript = `
local now = redis.call('TIME')
local untilMs = string.format('%d', now[1] * 1000 + math.floor(now[2] / 1000) + ARGV[1])
for _, key in ipairs(KEYS) do
  redis.call('DEL', key)
  redis.call('HSET', key, '${pausedField}', untilMs)
  redis.call('PEXPIREAT', key, untilMs)
end`;

/** Only what a replica has confirmed is paused or written, because a failover would lose the rest. */
export function openMovingCounters(
  redis: RedisConnection,
  keys: RedisKeys,
  confirm: () => Promise<void> = async () => undefined,
): MovingCounters {
  const pause = defineScript<string[][]>(redis, 'inletPauseCounters', pauseScript);
  const resume = defineScript<null>(redis, 'inletResumeCounters', resumeScript);
  const write = defineScript<null>(redis, 'inletWriteCounter', writeScript);
  const leave = defineScript<null>(redis, 'inletLeaveCounters', leaveScript);

  function inPages(names: readonly CounterName[]): string[][] {
    const all = names.map((name) => counterKey(keys, name));
    return Array.from({ length: Math.ceil(all.length / keysAtOnce) }, (_, page) =>
      all.slice(page * keysAtOnce, (page + 1) * keysAtOnce),
    );
  }

  return {
    pause: async (names, pauseMs) => {
      const found: CounterFields[] = [];
      for (const page of inPages(names)) found.push(...(await pause(page, [pauseMs])).map(toFields));
      await confirm();
      return found;
    },
    resume: async (names) => {
      for (const page of inPages(names)) await resume(page, []);
    },
    write: async (name, fields) => {
      await write(
        [counterKey(keys, name), keys.countersSince],
        [timesOf(name).expiresAt, ...Object.entries(fields ?? {}).flat()],
      );
    },
    leave: async (names) => {
      for (const page of inPages(names)) await leave(page, [leftMs]);
      await confirm();
    },
  };
}

function toFields(flat: readonly string[]): CounterFields {
  const fields: Record<string, string> = {};
  for (let at = 0; at < flat.length; at += 2) {
    const [field = '', value = ''] = flat.slice(at, at + 2);
    if (field !== pausedField) fields[field] = value;
  }
  return fields.submissions === undefined ? null : fields;
}
