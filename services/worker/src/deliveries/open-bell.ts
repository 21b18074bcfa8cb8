import { openProducer } from '@inlet/queue/producer';
import { ring, ringFailing } from '@inlet/queue/ring';
import type { RedisConnection } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';

/** Calls for turns of targets. A call that fails is dropped, because the sweeper repeats it. */
export interface Bell {
  readonly ring: (targetIds: readonly string[]) => Promise<void>;
  /** For targets that fail. */
  readonly ringFailing: (targetIds: readonly string[]) => Promise<void>;
  readonly ringLater: (targetId: string, ms: number) => void;
  /** Answers whether this process is the first to ask within this time; the others leave the sweep to it. */
  readonly takeSweep: (ms: number) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** The connection is one of the role `client`: nothing waits for a Redis that is away. */
export function openBell(redis: RedisConnection, keys: RedisKeys): Bell {
  const producer = openProducer(redis, keys);
  const timers = new Set<NodeJS.Timeout>();
  const ignore = () => undefined;
  const ringThese = (targetIds: readonly string[]) => ring(producer, targetIds).catch(ignore);
  return {
    ring: ringThese,
    ringFailing: (targetIds) => ringFailing(producer, targetIds).catch(ignore),
    ringLater: (targetId, ms) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        void ringThese([targetId]);
      }, ms);
      timers.add(timer);
    },
    takeSweep: async (ms) => (await redis.set(keys.deliverySweep, '1', 'PX', ms, 'NX')) === 'OK',
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      await producer.close();
    },
  };
}
