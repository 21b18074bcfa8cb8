import type { RedisConnection } from '#connections.ts';
import type { RedisKeys } from '#keys.ts';
import { isOfMovingSlot } from '#refused-by-cluster.ts';
import { isInCluster } from '#slot-connector.ts';

export interface ConnectionWatch {
  /** The latest time, in milliseconds since the process started, at which every earlier message had arrived. */
  readonly provenAtMs: () => number;
  readonly close: () => void;
}

const askEveryMs = 2_000;

/**
 * Pings Redis over the subscriber connection. Redis replies in order, so a reply proves that every earlier message has
 * arrived. The connection may be broken without an error; its own idle timeout replaces it. A node of a cluster answers
 * a ping also when it is no longer the master of our slot, so it is asked for a key: its refusal moves the connection.
 */
export function watchConnection(
  subscriber: RedisConnection,
  { writeProbe }: Pick<RedisKeys, 'writeProbe'>,
  everyMs = askEveryMs,
): ConnectionWatch {
  const question = isInCluster(subscriber) ? () => subscriber.exists(writeProbe) : () => subscriber.ping();
  let provenAtMs = Number.NEGATIVE_INFINITY;
  let isWaiting = false;

  async function ask(): Promise<void> {
    if (isWaiting || subscriber.status !== 'ready') return;
    isWaiting = true;
    const askedAtMs = performance.now();
    try {
      await question();
      provenAtMs = askedAtMs;
    } catch (error) {
      // A refusal is a reply too. Without a reply, the next one proves the same.
      if (isOfMovingSlot(error as Error)) provenAtMs = askedAtMs;
    } finally {
      isWaiting = false;
    }
  }

  const timer = setInterval(() => void ask(), everyMs);
  timer.unref();
  void ask();
  return { provenAtMs: () => provenAtMs, close: () => clearInterval(timer) };
}
