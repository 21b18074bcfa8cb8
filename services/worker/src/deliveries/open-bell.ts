import { randomUUID } from 'node:crypto';
import { openProducer } from '@inlet/queue/producer';
import { ring, ringSlow } from '@inlet/queue/ring';
import type { RedisConnection } from '@inlet/redis/connections';
import { defineScript } from '@inlet/redis/define-script';
import type { RedisKeys } from '@inlet/redis/keys';

/** Longer than a turn: half a second, and an exchange of 15 s. A worker that dies holds its targets for as long. */
const turnLeaseMs = 20_000;

/** Only the turn that has the lease ends it. */
const endTurnLua = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;

/** Calls for turns of targets. A call that fails is dropped, because the sweeper repeats it. */
export interface Bell {
  readonly ring: (targetIds: readonly string[]) => Promise<void>;
  /** For targets that fail or take long. */
  readonly ringSlow: (targetIds: readonly string[]) => Promise<void>;
  readonly ringLater: (targetId: string, ms: number) => void;
  /** Begins a turn, and answers how to end it; null while another turn of the target is under way, in either queue. */
  readonly beginTurn: (targetId: string) => Promise<(() => Promise<void>) | null>;
  /** Answers whether this process is the first to ask within this time; the others leave the sweep to it. */
  readonly takeSweep: (ms: number) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** The connection is one of the role `client`: nothing waits for a Redis that is away. */
export function openBell(redis: RedisConnection, keys: RedisKeys): Bell {
  const producer = openProducer(redis, keys);
  const timers = new Set<NodeJS.Timeout>();
  const ignore = () => undefined;
  const endTurn = defineScript<null>(redis, 'endTurn', endTurnLua);
  const ringThese = (targetIds: readonly string[]) => ring(producer, targetIds).catch(ignore);
  return {
    ring: ringThese,
    ringSlow: (targetIds) => ringSlow(producer, targetIds).catch(ignore),
    ringLater: (targetId, ms) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        void ringThese([targetId]);
      }, ms);
      timers.add(timer);
    },
    beginTurn: async (targetId) => {
      const [key, turn] = [keys.deliveryTurn(targetId), randomUUID()];
      if ((await redis.set(key, turn, 'PX', turnLeaseMs, 'NX')) !== 'OK') return null;
      return () => endTurn([key], [turn]).then(ignore, ignore);
    },
    takeSweep: async (ms) => (await redis.set(keys.deliverySweep, '1', 'PX', ms, 'NX')) === 'OK',
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      await producer.close();
    },
  };
}
