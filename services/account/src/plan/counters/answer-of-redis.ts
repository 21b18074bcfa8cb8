import { withinTime } from '@inlet/process/in-time';

/**
 * What is stored without Redis waits for the locks of a transaction, and for a second and a half at most. So a
 * transaction waits for an answer of Redis no longer than this, and a question costs less when nobody holds a lock yet.
 */
const timeoutMs = 500;

/** An answer of Redis, or a failure where it comes late. Redis may still do what it was asked for. */
export function answerOfRedis<T>(answer: Promise<T>): Promise<T> {
  return withinTime(answer, timeoutMs, 'Redis is slow');
}
