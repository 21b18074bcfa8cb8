import type { RedisConnection } from '@inlet/redis/connections';

export interface ConnectionWatch {
  readonly close: () => void;
}

/**
 * A broken connection is detected within twice this time: for so long a form that was switched off may still
 * accept submissions.
 */
const askEveryMs = 2_000;

/**
 * Pings Redis over the subscriber connection. Redis answers in order, so an answer proves that every earlier
 * message has arrived. While an answer is overdue, the copies are not trusted: the connection may be broken
 * without an error. It reconnects by its own idle timeout.
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
