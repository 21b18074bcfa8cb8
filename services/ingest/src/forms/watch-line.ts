import type { RedisConnection } from '@inlet/queue/connections';

export interface LineWatch {
  readonly close: () => void;
}

/** A cut line is noticed after at most twice this time: so long a form that was switched off stays open at the worst. */
const askEveryMs = 2_000;

/**
 * Asks Redis again and again over the connection that announcements come by. Redis answers in order, so an answer
 * proves that everything announced before it was heard. One that does not come in time means a line that was cut
 * without a word to either end: it is made anew, and what was heard over it is trusted no longer.
 */
export function watchLine(subscriber: RedisConnection, onLost: () => void, everyMs = askEveryMs): LineWatch {
  let isWaiting = false;
  subscriber.on('ready', () => {
    isWaiting = false;
  });

  function ask(): void {
    isWaiting = true;
    subscriber.ping().then(
      () => {
        isWaiting = false;
      },
      () => undefined,
    );
  }

  function look(): void {
    const isReady = subscriber.status === 'ready';
    if (isReady && !isWaiting) {
      ask();
      return;
    }
    onLost();
    isWaiting = false;
    if (isReady) subscriber.disconnect(true);
  }

  const timer = setInterval(look, everyMs);
  timer.unref();
  return { close: () => clearInterval(timer) };
}
