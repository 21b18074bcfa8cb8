import { randomUUID } from 'node:crypto';
import { openProducer } from '@inlet/queue/producer';
import { scheduleSlowTargets, scheduleTargets } from '@inlet/queue/schedule-targets';
import type { RedisConnection } from '@inlet/redis/connections';
import { defineScript } from '@inlet/redis/define-script';
import type { RedisKeys } from '@inlet/redis/keys';

/** Longer than a round: half a second, and an exchange of 15 s. A worker that dies holds its targets for as long. */
const leaseMs = 20_000;

/** Only the round that has the lease ends it. */
const releaseLua = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;

/** Queues rounds of targets. A call that fails is dropped, because the sweeper repeats it. */
export interface TargetQueue {
  readonly schedule: (targetIds: readonly string[]) => Promise<void>;
  /** For targets that fail or take long. */
  readonly scheduleSlow: (targetIds: readonly string[]) => Promise<void>;
  readonly scheduleLater: (targetId: string, ms: number) => void;
  /** Takes the lease of a target and returns its release; null while another round has it, in either queue. */
  readonly acquire: (targetId: string) => Promise<(() => Promise<void>) | null>;
  /** Returns whether this process is the first to ask within this time; the others leave the sweep to it. */
  readonly takeSweep: (ms: number) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** The connection is one of the role `client`: nothing waits for a Redis that is away. */
export function openTargetQueue(redis: RedisConnection, keys: RedisKeys): TargetQueue {
  const producer = openProducer(redis, keys);
  const timers = new Set<NodeJS.Timeout>();
  const ignore = () => undefined;
  const release = defineScript<null>(redis, 'releaseTarget', releaseLua);
  const scheduleNow = (targetIds: readonly string[]) => scheduleTargets(producer, targetIds).catch(ignore);
  return {
    schedule: scheduleNow,
    scheduleSlow: (targetIds) => scheduleSlowTargets(producer, targetIds).catch(ignore),
    scheduleLater: (targetId, ms) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        void scheduleNow([targetId]);
      }, ms);
      timers.add(timer);
    },
    acquire: async (targetId) => {
      const [key, token] = [keys.deliveryLease(targetId), randomUUID()];
      if ((await redis.set(key, token, 'PX', leaseMs, 'NX')) !== 'OK') return null;
      return () => release([key], [token]).then(ignore, ignore);
    },
    takeSweep: async (ms) => (await redis.set(keys.deliverySweep, '1', 'PX', ms, 'NX')) === 'OK',
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      await producer.close();
    },
  };
}
