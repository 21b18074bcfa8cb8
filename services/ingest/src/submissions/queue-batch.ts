import { randomUUIDv7 } from 'node:crypto';
import type { Tracing } from '@inlet/observe/tracing';
import type { QuotaCapacity, QuotaRequest } from '@inlet/queue/intake';
import { packBatch } from '@inlet/submissions/batch';
import { monthOf } from '@inlet/submissions/months';
import { usageOf } from '@inlet/submissions/usage';
import type { TwoPaths } from '#paths/two-paths.ts';
import type { Candidate, Outcome } from '#submissions/batcher.ts';
import { traceBatch } from '#submissions/trace-batch.ts';

export interface QueueBatchDeps {
  readonly paths: Pick<TwoPaths, 'admit'>;
  readonly tracing?: Tracing | undefined;
}

/** Queues and counts batches in one step. */
export class QueueBatch {
  readonly #deps: QueueBatchDeps;

  constructor(deps: QueueBatchDeps) {
    this.#deps = deps;
  }

  /** Returns the outcome of each submission. Fails if it is unknown whether the batch was queued. */
  queue(batch: readonly Candidate[]): Promise<Outcome[]> {
    const { tracing } = this.#deps;
    return tracing ? traceBatch(tracing, batch, (trace) => this.#queueAll(batch, trace)) : this.#queueAll(batch);
  }

  /**
   * Usually the whole batch fits. If a submission does not fit or reuses an idempotency key, Redis changes nothing and
   * reports this, and the rest is sent once more.
   */
  async #queueAll(batch: readonly Candidate[], trace?: string[]): Promise<Outcome[]> {
    const refused = new Map<Candidate, Outcome>();
    let left = batch;
    let mayBeStored = false;
    while (left.length > 0) {
      const requests = requestsOf(left);
      const claimants = left.filter(({ claim }) => claim !== null);
      const claims = claimants.flatMap(({ claim }) => claim ?? []);
      const submissions = left.map(({ submission }) => submission);
      const payload = packBatch(submissions, trace);
      const admission = await this.#deps.paths.admit({ id: randomUUIDv7(), requests, claims, batch: payload });
      if (admission.isQueued) break;
      mayBeStored ||= admission.mayBeStored ?? false;
      // A submission that reuses a key is not counted, so the capacity is only known without it.
      const found =
        admission.reused.length > 0
          ? findReused(claimants, admission.reused)
          : findTooMany(left, requests, admission.capacities);
      if (found.size === 0) throw new Error('A batch was refused without a reason');
      for (const [candidate, outcome] of found) {
        // The batch may still be stored on another path, so no visitor may be told that a month is full.
        refused.set(candidate, mayBeStored && isOverLimit(outcome) ? 'uncertain' : outcome);
      }
      left = left.filter((candidate) => !found.has(candidate));
    }
    return batch.map((candidate) => refused.get(candidate) ?? 'stored');
  }
}

const isOverLimit = (outcome: Outcome) => outcome === 'over limit' || outcome === 'over bytes';

function requestsOf(batch: readonly Candidate[]): QuotaRequest[] {
  const limits = new Map(batch.map((candidate) => [candidate.submission.userId, candidate.limits]));
  return usageOf(batch.map(({ submission }) => submission)).map(({ userId, month, submissions, bytes }) => ({
    userId,
    month,
    wanted: { submissions, bytes },
    limits: limits.get(userId) ?? { submissions: 0, bytes: 0 },
  }));
}

function findReused(claimants: readonly Candidate[], reused: readonly number[]): Map<Candidate, Outcome> {
  return new Map(reused.flatMap((position) => (claimants[position] ? [[claimants[position], 'key reused']] : [])));
}

/** Goes in order of arrival. Spam does not count as a submission, but its bytes count. */
function findTooMany(
  batch: readonly Candidate[],
  requests: readonly QuotaRequest[],
  capacities: readonly QuotaCapacity[],
): Map<Candidate, Outcome> {
  const left = new Map(
    requests.map(({ userId, month }, index) => {
      const capacity = capacities[index];
      return [userId + month, capacity?.isCounted ? { ...capacity.fits } : null] as const;
    }),
  );
  const found = new Map<Candidate, Outcome>();
  for (const candidate of batch) {
    const { userId, receivedAtMs, isSpam, json } = candidate.submission;
    const capacity = left.get(userId + monthOf(receivedAtMs));
    const [count, bytes] = [isSpam ? 0 : 1, Buffer.byteLength(json)];
    if (!capacity) found.set(candidate, 'uncounted');
    else if (capacity.submissions < count) found.set(candidate, 'over limit');
    else if (capacity.bytes < bytes) found.set(candidate, 'over bytes');
    else {
      capacity.submissions -= count;
      capacity.bytes -= bytes;
    }
  }
  return found;
}
