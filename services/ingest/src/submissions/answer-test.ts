import type { Amounts } from '@inlet/contracts/quotas';
import type { RedisConnection } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';
import type { AcceptedTest } from '@inlet/submissions/accepted-test';
import { monthOf } from '@inlet/submissions/months';
import type { Exchange } from '#answers/exchange.ts';
import { sendJson } from '#answers/send-text.ts';
import { monthFull, submissionLimitReached } from '#refusals/submit-errors.ts';

export interface TestDeps {
  /** The submissions that an account has used in a month; null if that is unknown. */
  readonly readUsed: (userId: string, month: string) => Promise<number | null>;
  /** False if no larger plan can be bought. */
  readonly canUpgrade: boolean;
}

export function usageReader(redis: RedisConnection, keys: RedisKeys): TestDeps['readUsed'] {
  return async (userId, month) => {
    // While Redis is away the month is unknown, and visitors are not refused either.
    const used = await redis.hget(keys.counter(userId, month), 'submissions').catch(() => null);
    return used === null ? null : Number(used);
  };
}

/** Returns the submission of a check-up, which is neither stored nor counted. A full month refuses it like any other. */
export async function answerTest(
  { readUsed, canUpgrade }: TestDeps,
  exchange: Exchange,
  { submission }: AcceptedTest,
  limits: Amounts,
): Promise<void> {
  const used = await readUsed(submission.userId, monthOf(submission.receivedAtMs));
  if (used !== null && used >= limits.submissions && !submission.isSpam)
    throw (canUpgrade ? submissionLimitReached : monthFull)(limits.submissions);
  sendJson(exchange, 200, { submission } satisfies AcceptedTest);
}
