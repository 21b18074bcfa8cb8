import { withinTime } from '@inlet/process/in-time';

/**
 * The direct path waits at most a second and a half for the locks of a transaction. So a transaction waits no longer
 * than this for Redis, and calls to Redis should come before any lock.
 */
const timeoutMs = 500;

/** Returns a reply of Redis, or fails if it is late. Redis may still execute the command. */
export function answerOfRedis<T>(answer: Promise<T>): Promise<T> {
  return withinTime(answer, timeoutMs, 'Redis is slow');
}
