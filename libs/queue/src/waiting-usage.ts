import type { RedisConnection } from '@inlet/redis/connections';
import type { RedisKeys } from '@inlet/redis/keys';
import type { AcceptedSubmission } from '@inlet/submissions/batch';
import { countByForm, type MonthUsage, usageOf } from '@inlet/submissions/usage';
import { findUnfinished, readBatches } from '#unfinished-jobs.ts';

/** The usage of an account's month by an unfinished job. */
export interface WaitingUsage extends MonthUsage {
  readonly job: string;
}

/** The usage by every unfinished job of these accounts' months, or of all accounts. */
export function waitingUsage(
  redis: RedisConnection,
  keys: RedisKeys,
  isWanted: (usage: MonthUsage) => boolean = () => true,
): Promise<WaitingUsage[]> {
  return readUnfinished(redis, keys, (submissions, job) =>
    usageOf(submissions)
      .filter(isWanted)
      .map((usage) => ({ ...usage, job })),
  );
}

/** The submissions of a form in an unfinished job. */
export interface WaitingOfForm {
  readonly job: string;
  readonly formId: string;
  readonly submissions: number;
}

/** The submissions of these forms in every unfinished job, without spam. */
export function waitingOfForms(
  redis: RedisConnection,
  keys: RedisKeys,
  formIds: ReadonlySet<string>,
): Promise<WaitingOfForm[]> {
  return readUnfinished(redis, keys, (batch, job) =>
    countByForm(batch.filter(({ formId }) => formIds.has(formId))).map((counted) => ({ ...counted, job })),
  );
}

/** Reads all unfinished jobs, and returns what is found in each. */
async function readUnfinished<Found>(
  redis: RedisConnection,
  keys: RedisKeys,
  find: (submissions: readonly AcceptedSubmission[], job: string) => Found[],
): Promise<Found[]> {
  const found: Found[] = [];
  for await (const [job, batch] of readBatches(redis, keys, (await findUnfinished(redis, keys)).all)) {
    found.push(...find(batch, job));
  }
  return found;
}
