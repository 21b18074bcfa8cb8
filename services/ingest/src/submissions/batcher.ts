import type { Candidate } from '@inlet/endpoint/candidate';
import { unavailable } from '@inlet/http/errors';
import { atOnce, type TakeTurn } from '#submissions/take-turns.ts';

/**
 * The outcome: stored; a repeat of a queued submission; over the month's limit of submissions or bytes, or over the
 * form's number; a key of another payload; a month or a form that Redis has not counted yet; or over the limit on one
 * path while another may still store it.
 */
export type Outcome =
  | 'stored'
  | 'repeated'
  | 'over limit'
  | 'over bytes'
  | 'form full'
  | 'key reused'
  | 'uncounted'
  | 'uncertain';

/** Stores a batch durably and returns the result of each submission. Rejects if Redis cannot be used. */
export type StoreBatch = (batch: readonly Candidate[]) => Promise<readonly Outcome[]>;

export interface BatchLimits {
  readonly submissions: number;
  readonly bytes: number;
  /** Bytes that may wait for the next batches; beyond this, new submissions are refused. */
  readonly waitingBytes: number;
}

/**
 * A batch of 500 submissions of 2 kB is 1 MB, which Redis writes in some milliseconds. 64 waiting batches are several
 * seconds of work and 64 MB of memory: beyond this, a client is told to retry instead of waiting.
 */
const defaultLimits: BatchLimits = {
  submissions: 500,
  bytes: 1_000_000,
  waitingBytes: 64_000_000,
};
/** Four batches, so that any lane has room for a burst. */
const waitingBytesMin = 4_000_000;

/** The limits of each of several lanes. Up to 16 lanes wait in the memory of one; 64 take four times as much. */
export function limitsOfLane(lanes: number): BatchLimits {
  return { ...defaultLimits, waitingBytes: Math.max(waitingBytesMin, defaultLimits.waitingBytes / lanes) };
}

interface Waiting {
  readonly candidate: Candidate;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

export type Batcher = ReturnType<typeof createBatcher>;

/**
 * Groups submissions into batches: while one batch is being stored, the next one forms, and if nothing is being stored,
 * a submission is sent at once, or when it is the lane's turn.
 */
export function createBatcher(store: StoreBatch, limits: BatchLimits = defaultLimits, takeTurn: TakeTurn = atOnce) {
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
      // Submissions that arrived while Redis hung have already waited: a retry would double their wait.
      const all = [...batch, ...take({ submissions: Infinity, bytes: Infinity })];
      for (const { reject } of all) reject(error);
    }
  }

  async function run(): Promise<void> {
    while (forming.length > 0) await takeTurn(storeNext);
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
    /** Resolves when nothing is waiting or being stored. */
    idle: async (): Promise<void> => running,
  };
}
