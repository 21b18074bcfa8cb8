import type { CounterName } from '@inlet/contracts/quotas';
import type { AcceptedTest } from '@inlet/submissions/accepted-test';
import { monthOf } from '@inlet/submissions/months';
import type { Exchange } from '#answers/exchange.ts';
import { sendJson } from '#answers/send-text.ts';
import { formClosed, monthFull, submissionLimitReached } from '#refusals/submit-errors.ts';
import type { Candidate } from '#submissions/candidate.ts';

export interface TestDeps {
  /** The submissions of a counter in a lane; null if they are unknown. */
  readonly readUsed: (name: CounterName, lane: number) => Promise<number | null>;
  /** False if no larger plan can be bought. */
  readonly canUpgrade: boolean;
}

/** Returns the submission of a check-up, which is neither stored nor counted. A full month or form refuses it like any other. */
export async function answerTest(
  { readUsed, canUpgrade }: TestDeps,
  exchange: Exchange,
  { submission, limits, closing, lane }: Pick<Candidate, 'submission' | 'limits' | 'closing' | 'lane'>,
): Promise<void> {
  const { userId, formId, receivedAtMs, isSpam } = submission;
  const isFull = async (name: CounterName, max: number) => ((await readUsed(name, lane)) ?? 0) >= max && !isSpam;
  if (await isFull({ userId, month: monthOf(receivedAtMs) }, limits.submissions))
    throw (canUpgrade ? submissionLimitReached : monthFull)(limits.submissions);
  const { max = null, message = null } = closing ?? {};
  if (max && (await isFull({ formId, version: max.version }, max.submissions))) throw formClosed(message);
  sendJson(exchange, 200, { submission } satisfies AcceptedTest);
}
