import { setTimeout as wait } from 'node:timers/promises';
import type { Attempt } from '@inlet/contracts/targets';
import { unavailable } from '@inlet/http/errors';
import { v7 as uuidv7 } from 'uuid';
import { findAttempt } from '#deliveries/log/attempts.store.ts';
import { presentAttempt } from '#deliveries/log/present-attempt.ts';
import { testUnanswered } from '#errors.ts';
import type { Resources } from '#resources.ts';

/** A receiver has fifteen seconds; the rest is for the queue. */
const usualTimeoutMs = 20_000;
const pollMs = 100;

/** Lets the worker, which alone connects outwards, deliver an example, and returns what became of it. */
export async function testTarget(
  { database, producer, logger }: Pick<Resources, 'database' | 'producer' | 'logger'>,
  targetId: string,
  isWanted: () => boolean,
  timeoutMs = usualTimeoutMs,
): Promise<Attempt> {
  // Its own time: after the clock was ahead, ids without one stay ahead, where no partition is.
  const attemptId = uuidv7({ msecs: Date.now() });
  await producer.add('test-target', attemptId, { targetId, attemptId }).catch((err: unknown) => {
    logger.warn({ err }, 'test delivery: queue refused');
    throw unavailable();
  });
  const endsAt = Date.now() + timeoutMs;
  while (isWanted() && Date.now() < endsAt) {
    const attempt = await findAttempt(database.prisma, targetId, attemptId);
    if (attempt) return presentAttempt(attempt);
    await wait(pollMs);
  }
  throw testUnanswered();
}
