import type { ClosingEntry } from '@inlet/contracts/form-closing';
import type { Amounts, CounterName } from '@inlet/contracts/quotas';
import type { AcceptedTest } from '@inlet/submissions/accepted-test';
import { monthOf } from '@inlet/submissions/months';
import type { Exchange } from '#answers/exchange.ts';
import { sendJson } from '#answers/send-text.ts';
import { formClosed, monthFull, submissionLimitReached } from '#refusals/submit-errors.ts';

export interface TestDeps {
  /** The submissions of a counter; null if they are unknown. */
  readonly readUsed: (name: CounterName) => Promise<number | null>;
  /** False if no larger plan can be bought. */
  readonly canUpgrade: boolean;
}

/** Returns the submission of a check-up, which is neither stored nor counted. A full month or form refuses it like any other. */
export async function answerTest(
  { readUsed, canUpgrade }: TestDeps,
  exchange: Exchange,
  { submission }: AcceptedTest,
  { submissions: monthMax }: Amounts,
  closing?: ClosingEntry,
): Promise<void> {
  const { userId, formId, receivedAtMs, isSpam } = submission;
  const isFull = async (name: CounterName, max: number) => ((await readUsed(name)) ?? 0) >= max && !isSpam;
  if (await isFull({ userId, month: monthOf(receivedAtMs) }, monthMax))
    throw (canUpgrade ? submissionLimitReached : monthFull)(monthMax);
  const { max = null, message = null } = closing ?? {};
  if (max && (await isFull({ formId, version: max.version }, max.submissions))) throw formClosed(message);
  sendJson(exchange, 200, { submission } satisfies AcceptedTest);
}
