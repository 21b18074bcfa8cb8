import type { Amounts } from '@inlet/contracts/quotas';
import { unavailable } from '@inlet/http/errors';
import type { Span } from '@inlet/observe/tracing';
import type { KeyClaim } from '@inlet/queue/intake';
import type { AcceptedSubmission } from '@inlet/submissions/batch';

/** A submission to store, with the limits of its owner's plan for the month. */
export interface Candidate {
  readonly submission: AcceptedSubmission;
  readonly limits: Amounts;
  /** The claim of its idempotency key; with one the same submission may come again. */
  readonly claim: KeyClaim | null;
  readonly requestId: string;
  /** The span of the request that brought it, where that is traced. */
  readonly span?: Span | undefined;
}

/**
 * How it went: stored; one or some bytes too many for the month; a key of another payload; a month that is not counted
 * in Redis yet; or over the limit on one path, while another one may still store it.
 */
export type Outcome = 'stored' | 'over limit' | 'over bytes' | 'key reused' | 'uncounted' | 'uncertain';

/** Stores a batch durably and returns the result of each submission. Rejects if Redis cannot be used. */
export type StoreBatch = (batch: readonly Candidate[]) => Promise<readonly Outcome[]>;

export interface BatchLimits {
  readonly submissions: number;
  readonly bytes: number;
  /** Bytes that may wait for the next batches before new submissions are turned away. */
  readonly waitingBytes: number;
}

/**
 * A batch of 500 submissions of 2 kB is 1 MB, which Redis writes in some milliseconds. 64 waiting batches are several
 * seconds of work and 64 MB of memory: past that, telling a client to come back is more honest than to let it wait.
 */
const defaultLimits: BatchLimits = {
  submissions: 500,
  bytes: 1_000_000,
  waitingBytes: 64_000_000,
};

interface Waiting {
  readonly candidate: Candidate;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

export type Batcher = ReturnType<typeof createBatcher>;

/**
 * Joins submissions into batches: while one batch is being stored the next one forms, and when nothing is under way a
 * submission leaves at once.
 */
export function createBatcher(store: StoreBatch, limits: BatchLimits = defaultLimits) {
  let forming: Waiting[] = [];
  let formingBytes = 0;
  let running: Promise<void> | undefined;

  function take(most: Pick<BatchLimits, 'submissions' | 'bytes'>): Waiting[] {
    let bytes = 0;
    let count = 0;
    for (const { candidate } of forming) {
      const size = candidate.submission.json.length;
      if (count === most.submissions || (count > 0 && bytes + size > most.bytes)) break;
      bytes += size;
      count += 1;
    }
    const batch = forming.slice(0, count);
    forming = forming.slice(count);
    formingBytes -= bytes;
    return batch;
  }

  async function storeNext(): Promise<void> {
    const batch = take(limits);
    try {
      const outcomes = await store(batch.map(({ candidate }) => candidate));
      for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index] ?? 'uncertain');
    } catch (error) {
      // Submissions that came while Redis hung have waited too: a retry would double their wait.
      const all = [...batch, ...take({ submissions: Infinity, bytes: Infinity })];
      for (const { reject } of all) reject(error);
    }
  }

  async function run(): Promise<void> {
    while (forming.length > 0) await storeNext();
    running = undefined;
  }

  return {
    /** Resolves when the submission is stored durably, or is known not to be. */
    add: (candidate: Candidate): Promise<Outcome> =>
      new Promise((resolve, reject) => {
        const bytes = candidate.submission.json.length;
        if (formingBytes + bytes > limits.waitingBytes) {
          reject(unavailable());
          return;
        }
        forming.push({ candidate, resolve, reject });
        formingBytes += bytes;
        running ??= run();
      }),
    /** Resolves when nothing waits and nothing is under way. */
    idle: async (): Promise<void> => running,
  };
}
