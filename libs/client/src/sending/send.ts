import type { Refused, Sent } from '#sending/outcome.ts';
import { post, type Transport } from '#sending/post.ts';
import type { Submission } from '#sending/submission.ts';

/** Ten attempts take less than two minutes. */
const waitStepMs = 400;
/** If a service demands a longer wait, the next attempt is left to the caller. */
const retryAfterMaxMs = 60_000;
/** Keys of a form whose fields were changed after each lost answer. A proxy may call every key a used one. */
const keysMax = 10;

/** Sends a submission until the service has decided or the attempts are used up. */
export async function send(
  submission: Submission,
  attemptsMax: number,
  transport?: Transport,
): Promise<Sent | Refused> {
  let item = submission;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await post(item, transport);
    // A final outcome has no time, and undefined is not less than a number.
    const { code, retryAfterMs } = outcome as Refused & { retryAfterMs: number };
    // An earlier answer was lost, and the visitor has changed what was stored then: this is another submission. Its key
    // is derived from the first, so that a repeat has the same.
    if (code === 'idempotency_key_reused' && item.isFormKey && attempt < keysMax)
      item = { ...item, key: `${item.key}+` };
    // A growing and random wait, so that visitors do not come back in the same moment.
    else if (retryAfterMs < retryAfterMaxMs && attempt < attemptsMax)
      await new Promise((resolve) => setTimeout(resolve, retryAfterMs + Math.random() * waitStepMs * attempt ** 2));
    else return outcome;
  }
}
