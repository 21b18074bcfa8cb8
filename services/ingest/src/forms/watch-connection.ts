import type { RedisConnection } from '@inlet/redis/connections';

export interface ConnectionWatch {
  readonly close: () => void;
}

/** A cut line is noticed after at most twice this time: so long a form that was switched off stays open at the worst. */
const askEveryMs = 2_000;

/**
 * Asks Redis again and again over the connection that announcements come by. Redis answers in order, so an answer
 * proves that everything announced before it was heard. While one is overdue, what was heard before is trusted no longer:
 * the line may have been cut without a word to either end. It is made anew when the connection has lost its patience.
 */
export function watchConnection(
  subscriber: RedisConnection,
  onLost: () => void,
  everyMs = askEveryMs,
): ConnectionWatch {
  let isWaiting = false;

  function ask(): void {
    isWaiting = true;
    subscriber
      .ping()
      .catch(() => undefined)
      .finally(() => {
        isWaiting = false;
      });
  }

  function look(): void {
    if (subscriber.status === 'ready' && !isWaiting) ask();
    else onLost();
  }

  const timer = setInterval(look, everyMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}
