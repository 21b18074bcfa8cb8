import type { AcceptedSubmission } from '@inlet/contracts/submission-batch';
import { unavailable } from '@inlet/service/http-error';

/** Stores a whole batch durably, or rejects. */
export type StoreBatch = (batch: readonly AcceptedSubmission[]) => Promise<void>;

export interface Batcher {
  /** Resolves when the submission is stored durably. */
  readonly add: (submission: AcceptedSubmission, bytes: number) => Promise<void>;
  /** Resolves when nothing waits and nothing is under way. */
  readonly idle: () => Promise<void>;
}

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
const defaultLimits: BatchLimits = { submissions: 500, bytes: 1_000_000, waitingBytes: 64_000_000 };

interface Waiting {
  readonly submission: AcceptedSubmission;
  readonly bytes: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Joins submissions into batches without ever waiting for company: while one batch is being stored the next one
 * forms, and when nothing is under way a submission leaves at once.
 */
export function createBatcher(store: StoreBatch, limits: BatchLimits = defaultLimits): Batcher {
  let forming: Waiting[] = [];
  let formingBytes = 0;
  let running: Promise<void> | undefined;

  function takeBatch(): Waiting[] {
    let bytes = 0;
    let count = 0;
    for (const { bytes: size } of forming) {
      if (count === limits.submissions || (count > 0 && bytes + size > limits.bytes)) break;
      bytes += size;
      count += 1;
    }
    const batch = forming.slice(0, count);
    forming = forming.slice(count);
    formingBytes -= bytes;
    return batch;
  }

  async function run(): Promise<void> {
    while (forming.length > 0) {
      const batch = takeBatch();
      try {
        await store(batch.map(({ submission }) => submission));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    running = undefined;
  }

  return {
    add: (submission, bytes) =>
      new Promise((resolve, reject) => {
        if (formingBytes + bytes > limits.waitingBytes) {
          reject(unavailable());
          return;
        }
        forming.push({ submission, bytes, resolve, reject });
        formingBytes += bytes;
        running ??= run();
      }),
    idle: async () => running,
  };
}
