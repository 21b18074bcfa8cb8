import { type Refused, readOutcome, readRefusal, type Sent } from '#sending/outcome.ts';
import { type PostOptions, post } from '#sending/post.ts';
import type { Submission } from '#sending/submission.ts';

const firstWaitMs = 500;
const waitMaxMs = 10_000;
/** A longer wait that a service demands is not believed. */
const retryAfterMaxMs = 3_600_000;
/** The longest time for all attempts. */
const timeMaxMs = 60_000;

export interface SendOptions extends PostOptions {
  readonly attemptsMax: number;
  /** The message of a refusal that has none. */
  readonly refusedText: string;
}

/** The service's decision, or how long to wait for the next attempt and why. */
export type SendResult =
  | { readonly outcome: Sent | Refused }
  | { readonly outcome?: undefined; readonly waitMs: number; readonly reason: Refused };

/** Sends a submission until the service has decided, or the attempts or the time are used up. */
export async function send(submission: Submission, options: SendOptions): Promise<SendResult> {
  const { attemptsMax, refusedText, signal } = options;
  const startMs = performance.now();
  let { key } = submission;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await post({ ...submission, key }, options);
    signal?.throwIfAborted();
    const outcome = readOutcome(answer, refusedText);
    if (outcome) {
      // An attempt whose answer was lost had stored what the visitor has changed since: this is another submission.
      // Its key is derived, so that a repeat has the same.
      const isChanged =
        submission.isFormKey && outcome.state === 'refused' && outcome.code === 'idempotency_key_reused';
      if (!isChanged || attempt >= attemptsMax) return { outcome };
      key += '+';
      continue;
    }
    const waitMs = Math.max(readRetryAfter(answer.retryAfter), jitter(attempt));
    const isLast = attempt >= attemptsMax || performance.now() - startMs + waitMs > timeMaxMs;
    if (isLast) return { waitMs, reason: readRefusal(answer, refusedText) };
    await pause(waitMs, signal);
    signal?.throwIfAborted();
  }
}

/** A random wait, so that visitors do not come back in the same moment. */
export function jitter(attempt: number, maxMs = waitMaxMs): number {
  return Math.random() * Math.min(maxMs, firstWaitMs * 2 ** attempt);
}

/** Resolves after this time, or when the signal is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => resolve());
  });
}

/** Reads seconds or a date. */
function readRetryAfter(header: string | null | undefined): number {
  if (!header) return 0;
  const ms = Number(header) * 1_000 || Date.parse(header) - Date.now();
  return Math.min(Math.max(ms || 0, 0), retryAfterMaxMs);
}
