import type { Refused, Sent } from '#sending/outcome.ts';
import { post, type Transport } from '#sending/post.ts';
import type { Submission } from '#sending/submission.ts';

/** Ten attempts take less than two minutes. */
const waitStepMs = 400;
/** If a service demands a longer wait, the next attempt is left to the caller. */
const retryAfterMaxMs = 60_000;

/** Sends a submission until the service has decided or the attempts are used up. */
export async function send(
  submission: Submission,
  attemptsMax: number,
  transport?: Transport,
): Promise<Sent | Refused> {
  let item = submission;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await post(item, transport);
    const { code, retryAfterMs = retryAfterMaxMs } = outcome as Refused;
    // An earlier answer was lost, and the visitor has changed what was stored then: this is another submission. Its key
    // is derived from the first, so that a repeat has the same.
    if (code === 'idempotency_key_reused' && item.isFormKey) item = { ...item, key: `${item.key}+` };
    else if (retryAfterMs >= retryAfterMaxMs || attempt >= attemptsMax) return outcome;
    // A growing and random wait, so that visitors do not come back in the same moment.
    else await new Promise((resolve) => setTimeout(resolve, retryAfterMs + Math.random() * waitStepMs * attempt ** 2));
  }
}
