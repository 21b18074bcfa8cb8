import type { RedisConnection } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, RLWrapperTimeouts } from 'rate-limiter-flexible';
import type { AttemptLimit } from '#access/limits/limits.ts';

export interface LimiterDeps {
  readonly redis: RedisConnection;
  readonly keys: RedisKeys;
  /** The timeout of a hung Redis. */
  readonly redisTimeoutMs?: number;
}

export interface Limiter {
  /** Counts one attempt of a subject. Returns the seconds to wait, or 0 if it is allowed. */
  readonly consume: (subject: string) => Promise<number>;
  /** Returns an attempt. */
  readonly reward: (subject: string) => Promise<unknown>;
}

/**
 * Counts attempts in Redis, which all processes of the service share. While Redis is away, each process counts for
 * itself, so an outage neither locks accounts out nor allows unlimited guesses.
 */
export function openLimiter(
  { redis, keys, redisTimeoutMs = 100 }: LimiterDeps,
  { name, max, windowSeconds }: AttemptLimit,
): Limiter {
  const options = { points: max, duration: windowSeconds };
  const shared = new RateLimiterRedis({
    ...options,
    storeClient: redis,
    keyPrefix: keys.attempts(name),
    rejectIfRedisNotReady: true,
  });
  const insuranceLimiter = new BoundedMemory(options);
  const limiter = new RLWrapperTimeouts({ limiter: shared, timeoutMs: redisTimeoutMs, insuranceLimiter });
  return {
    consume: async (subject) => {
      try {
        await limiter.consume(subject);
        return 0;
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1_000));
        throw refused;
      }
    },
    reward: (subject) => limiter.reward(subject),
  };
}

/** At some 300 bytes each: 3 MB. The oldest counter is dropped, so that attackers cannot fill the memory. */
const subjectsMax = 10_000;

class BoundedMemory extends RateLimiterMemory {
  readonly #subjects = new Set<string>();

  override async consume(subject: string, points?: number): Promise<RateLimiterRes> {
    this.#subjects.add(subject);
    const [oldest] = this.#subjects;
    if (this.#subjects.size > subjectsMax && oldest !== undefined) {
      this.#subjects.delete(oldest);
      await this.delete(oldest);
    }
    return super.consume(subject, points);
  }
}
