import type { Refused, Sent } from '#sending/outcome.ts';
import { type PostOptions, post } from '#sending/post.ts';
import type { Submission } from '#sending/submission.ts';

const firstWaitMs = 500;
const waitMaxMs = 10_000;
/** If a service demands a longer wait, the next attempt is left to the caller. */
const retryAfterMaxMs = 60_000;

/** Sends a submission until the service has decided or the attempts are used up. */
export async function send(submission: Submission, attemptsMax: number, options: PostOptions): Promise<Sent | Refused> {
  let item = submission;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await post(item, options);
    const { code, retryAfterMs = retryAfterMaxMs } = outcome as Refused;
    // An earlier answer was lost, and the visitor has changed what was stored then: this is another submission. Its key
    // is derived from the first, so that a repeat has the same.
    if (code === 'idempotency_key_reused' && item.isFormKey) item = { ...item, key: `${item.key}+` };
    else if (retryAfterMs >= retryAfterMaxMs || attempt >= attemptsMax || options.signal?.aborted) return outcome;
    // A random wait, so that visitors do not come back in the same moment.
    else
      await pause(
        Math.max(retryAfterMs, Math.random() * Math.min(waitMaxMs, firstWaitMs * 2 ** attempt)),
        options.signal,
      );
  }
}

/** Resolves after this time, or when the signal is aborted. */
function pause(ms: number, signal?: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
    signal?.addEventListener('abort', resolve);
  });
}
