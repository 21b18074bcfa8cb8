import { unavailable } from '@inlet/service/http-error';
import { monthOf } from '@inlet/submissions/months';
import type { AskQuota } from '#quota/ask-quota.ts';
import {
  byteLimitReached,
  bytesFull,
  idempotencyKeyReused,
  inUnits,
  monthFull,
  submissionLimitReached,
} from '#refusals/submit-errors.ts';
import type { Batcher, Candidate } from '#submissions/batcher.ts';

/**
 * Stores a submission durably within its owner's month, or refuses it with the reason. False for a repeat of one that
 * is stored or on its way: what came with the repeat is not wanted.
 */
export type Accept = (candidate: Candidate) => Promise<boolean>;

export interface AcceptDeps {
  readonly batcher: Batcher;
  /** Asks account to grant more of an account's quota. */
  readonly ask: AskQuota['ask'];
  /** False where no larger plan can be bought. */
  readonly canUpgrade: boolean;
  readonly isStored: (submissionId: string) => Promise<boolean>;
}

/** Other visitors may take what was granted a moment ago, until nothing is left. */
const attemptsMax = 10;
/** Nobody waits longer for them. */
const longestMs = 2_000;

export function createAccept({ batcher, ask, canUpgrade, isStored }: AcceptDeps): Accept {
  /** Repeats of a submission that is still on its way share its fate instead of asking for a place of their own. */
  const underWay = new Map<string, Promise<boolean>>();

  async function accept(candidate: Candidate): Promise<boolean> {
    // Its files would be stored a second time, only to be removed.
    if (candidate.submission.upload && (await isRepeat(candidate))) return false;
    let outcome = await batcher.add(candidate);
    if (outcome === 'short') {
      const { userId, isSpam, json } = candidate.submission;
      const wanted = { submissions: isSpam ? 0 : 1, bytes: Buffer.byteLength(json) };
      const endMs = performance.now() + longestMs;
      for (let attempt = 1; attempt <= attemptsMax && performance.now() < endMs; attempt += 1) {
        const isGranted = await ask(userId, monthOf(candidate.submission.receivedAtMs), wanted).then(
          () => true,
          () => false,
        );
        // Where Redis has just gone away, nothing is granted, but the direct path may have room.
        outcome = await batcher.add(candidate);
        if (outcome !== 'short' || !isGranted) break;
      }
    }
    if (outcome === 'stored') return true;
    if (outcome === 'key reused') throw idempotencyKeyReused();
    if (await isRepeat(candidate)) return false;
    if (outcome === 'short') throw unavailable();
    if (outcome === 'over bytes') throw (canUpgrade ? byteLimitReached : bytesFull)(inUnits(candidate.limits.bytes));
    throw (canUpgrade ? submissionLimitReached : monthFull)(candidate.limits.submissions);
  }

  /** A repeat gets the answer of the first request, even in a month that is full. */
  async function isRepeat({ submission, claim }: Candidate): Promise<boolean> {
    if (claim === null) return false;
    // If account cannot answer, the repeat is refused like a new submission: nothing is lost, and the sender may
    // retry.
    return isStored(submission.id).catch(() => false);
  }

  function acceptOnce(candidate: Candidate): Promise<boolean> {
    const { id } = candidate.submission;
    const same = underWay.get(id);
    if (same) return same.then(() => false);
    const accepted = accept(candidate).finally(() => underWay.delete(id));
    underWay.set(id, accepted);
    return accepted;
  }

  return (candidate) => (candidate.claim ? acceptOnce(candidate) : accept(candidate));
}
