import { unavailable } from '@inlet/service/http-error';
import { monthOf } from '@inlet/submissions/months';
import { idempotencyKeyReused, monthFull, submissionLimitReached } from '#refusals/submit-errors.ts';
import type { Batcher, Candidate } from '#submissions/batcher.ts';

/** Stores a submission durably within its owner's month, or refuses it with the reason. */
export type Accept = (candidate: Candidate) => Promise<void>;

export interface AcceptDeps {
  readonly batcher: Batcher;
  /** Takes an account's count from the database to Redis. */
  readonly loadUsage: (userId: string, month: string) => Promise<void>;
  /** False where no larger plan can be bought. */
  readonly canUpgrade: boolean;
  readonly isStored: (submissionId: string) => Promise<boolean>;
}

export function createAccept({ batcher, loadUsage, canUpgrade, isStored }: AcceptDeps): Accept {
  /** Repeats of a submission that is still on its way share its fate instead of asking for a place of their own. */
  const underWay = new Map<string, Promise<void>>();

  async function accept(candidate: Candidate): Promise<void> {
    const { userId, receivedAtMs } = candidate.submission;
    let outcome = await batcher.add(candidate);
    if (outcome === 'count unknown') {
      await loadUsage(userId, monthOf(receivedAtMs));
      outcome = await batcher.add(candidate);
    }
    if (outcome === 'stored') return;
    if (outcome === 'key reused') throw idempotencyKeyReused();
    if (await isRepeat(candidate)) return;
    if (outcome === 'count unknown') throw unavailable();
    throw canUpgrade ? submissionLimitReached(candidate.limit) : monthFull(candidate.limit);
  }

  /** A repeat gets the answer of the first request, even in a month that is full. */
  async function isRepeat({ submission, claim }: Candidate): Promise<boolean> {
    if (claim === null) return false;
    // If account cannot answer, the repeat is refused like a new submission: nothing is lost, and the sender may
    // retry.
    return isStored(submission.id).catch(() => false);
  }

  function acceptOnce(candidate: Candidate): Promise<void> {
    const { id } = candidate.submission;
    const same = underWay.get(id);
    if (same) return same;
    const accepted = accept(candidate).finally(() => underWay.delete(id));
    underWay.set(id, accepted);
    return accepted;
  }

  return (candidate) => (candidate.claim ? acceptOnce(candidate) : accept(candidate));
}
