import { randomUUIDv7 } from 'node:crypto';
import type { Intake, QuotaRequest, QuotaRoom } from '@inlet/queue/intake';
import type { Tracing } from '@inlet/service/tracing';
import { packBatch } from '@inlet/submissions/batch';
import { monthOf } from '@inlet/submissions/months';
import { usageOf } from '@inlet/submissions/usage';
import type { Candidate, Outcome, StoreBatch } from '#submissions/batcher.ts';
import { traceBatch } from '#submissions/trace-batch.ts';

export interface StoreBatchDeps {
  readonly intake: Intake;
  readonly tracing?: Tracing | undefined;
}

/**
 * Queues a batch and counts it in one step. Mostly all of it fits; where something does not, or reuses an idempotency
 * key, Redis has done nothing but say so, and the rest is sent once more.
 */
export function createStoreBatch({ intake, tracing }: StoreBatchDeps): StoreBatch {
  /** An account's month is full, so a batch is likely to be sent in vain: the next one looks first. */
  let isTight = false;

  async function store(batch: readonly Candidate[], trace?: string[]): Promise<Outcome[]> {
    const refused = new Map<Candidate, Outcome>();
    let left = batch;
    /** One try of it may still be stored on another path, so nobody may be told that a month is full. */
    let mayBeStored = false;

    function leaveWhatFits(requests: readonly QuotaRequest[], rooms: readonly QuotaRoom[]): void {
      const outcomes = judge(left, requests, rooms);
      isTight = outcomes.some(isOverLimit);
      for (const [index, outcome] of outcomes.entries()) {
        const candidate = left[index];
        if (!candidate || outcome === 'stored') continue;
        refused.set(candidate, mayBeStored && isOverLimit(outcome) ? 'uncertain' : outcome);
      }
      left = left.filter((candidate) => !refused.has(candidate));
    }

    function leaveReused(claimants: readonly Candidate[], reused: readonly number[]): void {
      const reusing = new Set(reused.map((position) => claimants[position]));
      for (const candidate of reusing) if (candidate) refused.set(candidate, 'key reused');
      left = left.filter((candidate) => !reusing.has(candidate));
    }

    if (isTight) {
      const requests = requestsOf(left);
      leaveWhatFits(requests, await intake.look(requests));
    }
    while (left.length > 0) {
      const requests = requestsOf(left);
      const payload = packBatch(
        left.map(({ submission }) => submission),
        trace,
      );
      const claimants = left.filter(({ claim }) => claim !== null);
      const claims = claimants.flatMap(({ claim }) => claim ?? []);
      const admission = await intake.admit(requests, claims, randomUUIDv7(), payload);
      mayBeStored ||= admission.mayBeStored ?? false;
      // A submission that reuses a key takes no place, so the room is known only once it is left out.
      if (admission.reused.length > 0) leaveReused(claimants, admission.reused);
      else if (requests.every((request, index) => fitsAll(request, admission.rooms[index]))) break;
      else leaveWhatFits(requests, admission.rooms);
    }
    return batch.map((candidate) => refused.get(candidate) ?? 'stored');
  }

  if (!tracing) return (batch) => store(batch);
  return (batch) => traceBatch(tracing, batch, (trace) => store(batch, trace));
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

function fitsAll({ wanted }: QuotaRequest, room?: QuotaRoom): boolean {
  return room?.isCounted === true && room.fits.submissions === wanted.submissions && room.fits.bytes === wanted.bytes;
}

/** In the order of arrival. Spam takes no place in the month, but its bytes count. */
function judge(batch: readonly Candidate[], requests: readonly QuotaRequest[], rooms: readonly QuotaRoom[]): Outcome[] {
  const left = new Map(
    requests.map(({ userId, month }, index) => {
      const room = rooms[index];
      return [userId + month, room?.isCounted ? { ...room.fits } : null] as const;
    }),
  );
  return batch.map(({ submission: { userId, receivedAtMs, isSpam, json } }) => {
    const room = left.get(userId + monthOf(receivedAtMs));
    if (!room) return 'uncounted';
    const [places, bytes] = [isSpam ? 0 : 1, Buffer.byteLength(json)];
    if (room.submissions < places) return 'over limit';
    if (room.bytes < bytes) return 'over bytes';
    room.submissions -= places;
    room.bytes -= bytes;
    return 'stored';
  });
}
