import type { RedisConnection } from '#connections.ts';

/** A script of Redis, called with its keys and then its values. */
export type Script<Answer> = (
  keys: readonly (string | Buffer)[],
  values: readonly (string | number | Buffer)[],
) => Promise<Answer>;

/** Gives a connection a script: it is sent once, and called by its hash from then on. */
export function defineScript<Answer>(redis: RedisConnection, name: string, lua: string): Script<Answer> {
  redis.defineCommand(name, { lua });
  const call = Reflect.get(redis, name) as (...args: (string | number | Buffer)[]) => Promise<Answer>;
  return (keys, values) => call.call(redis, keys.length, ...keys, ...values);
}
