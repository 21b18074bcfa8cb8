import type { RedisConnection } from '#connections.ts';

/** A Redis script, called with its keys and then its values. */
export type Script<Answer> = (
  keys: readonly (string | Buffer)[],
  values: readonly (string | number | Buffer)[],
) => Promise<Answer>;

/** Defines a script on a connection: it is sent once and then called by its hash. */
export function defineScript<Answer>(redis: RedisConnection, name: string, lua: string): Script<Answer> {
  redis.defineCommand(name, { lua });
  const call = Reflect.get(redis, name) as (...args: (string | number | Buffer)[]) => Promise<Answer>;
  return (keys, values) => call.call(redis, keys.length, ...keys, ...values);
}
