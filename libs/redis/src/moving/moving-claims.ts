import type { RedisConnection } from '#connections.ts';
import type { RedisKeys } from '#keys.ts';

/** An idempotency key, the digest of its payload, and the time until Redis forgets it. */
export interface FoundClaim {
  readonly name: string;
  readonly digest: string;
  readonly leftMs: number;
}

/** The idempotency keys of one lane. Their names do not say which account they belong to. */
export interface LaneClaims {
  /** The names of all keys, in pages; one may come twice. */
  readonly pages: () => AsyncGenerator<string[]>;
  /** The keys that are there, of these names. */
  readonly read: (names: readonly string[]) => Promise<FoundClaim[]>;
  readonly write: (claims: readonly FoundClaim[]) => Promise<void>;
  readonly remove: (names: readonly string[]) => Promise<void>;
}

/** Redis looks at some thousand keys in a millisecond, and serves others between two looks. */
const keysAtOnce = 1_000;

export function openClaims(redis: RedisConnection, keys: RedisKeys): LaneClaims {
  const start = keys.idempotency('');
  return {
    async *pages() {
      let cursor = '0';
      do {
        const [next, found] = await redis.scan(cursor, 'MATCH', `${start}*`, 'COUNT', keysAtOnce);
        if (found.length > 0) yield found.map((key) => key.slice(start.length));
        cursor = next;
      } while (cursor !== '0');
    },
    read: async (names) => {
      const commands = redis.pipeline();
      for (const name of names) commands.get(keys.idempotency(name)).pttl(keys.idempotency(name));
      const replies = (await commands.exec()) ?? [];
      const values = replies.map(([error, value]) => {
        if (error) throw error;
        return value;
      });
      return names.flatMap((name, index) => {
        const [digest, leftMs] = values.slice(2 * index, 2 * index + 2);
        return typeof digest === 'string' && Number(leftMs) > 0 ? [{ name, digest, leftMs: Number(leftMs) }] : [];
      });
    },
    write: async (claims) => {
      const commands = redis.pipeline();
      for (const { name, digest, leftMs } of claims) commands.set(keys.idempotency(name), digest, 'PX', leftMs);
      for (const [error] of (await commands.exec()) ?? []) if (error) throw error;
    },
    remove: async (names) => {
      if (names.length > 0) await redis.unlink(names.map((name) => keys.idempotency(name)));
    },
  };
}
