import { setTimeout as pause } from 'node:timers/promises';
import { unavailable } from '@inlet/service/http-error';
import { monthOf } from '@inlet/submissions/months';
import type { AskCounters } from '#quota/ask-counters.ts';
import {
  byteLimitReached,
  bytesFull,
  idempotencyKeyReused,
  inUnits,
  monthFull,
  submissionLimitReached,
} from '#refusals/submit-errors.ts';
import type { Batcher, Candidate, Outcome } from '#submissions/batcher.ts';

/**
 * Stores a submission durably within its owner's month, or refuses it with the reason. False for a repeat of one that
 * is stored or on its way: what came with the repeat is not wanted.
 */
export type Accept = (candidate: Candidate) => Promise<boolean>;

export interface AcceptDeps {
  readonly batcher: Batcher;
  readonly counters: AskCounters;
  /** False where no larger plan can be bought. */
  readonly canUpgrade: boolean;
  readonly isStored: (submissionId: string) => Promise<boolean>;
}

/** How long account is asked for a counter again and again, and the pause in between. */
const longestMs = 2_000;
const betweenMs = 100;

export function createAccept({ batcher, counters, canUpgrade, isStored }: AcceptDeps): Accept {
  /** Repeats of a submission that is still on its way share its fate instead of asking for a place of their own. */
  const underWay = new Map<string, Promise<boolean>>();

  async function accept(candidate: Candidate): Promise<boolean> {
    // Its files would be stored a second time, only to be removed.
    if (candidate.submission.upload && (await isRepeat(candidate))) return false;
    const outcome = await store(candidate);
    if (outcome === 'stored') return true;
    if (outcome === 'key reused') throw idempotencyKeyReused();
    if (await isRepeat(candidate)) return false;
    if (outcome === 'over bytes') throw (canUpgrade ? byteLimitReached : bytesFull)(inUnits(candidate.limits.bytes));
    if (outcome === 'over limit') throw (canUpgrade ? submissionLimitReached : monthFull)(candidate.limits.submissions);
    throw unavailable();
  }

  async function store(candidate: Candidate): Promise<Outcome> {
    const { userId, receivedAtMs } = candidate.submission;
    const name = { userId, month: monthOf(receivedAtMs) };
    let outcome = await batcher.add(candidate);
    const endMs = performance.now() + longestMs;
    while (outcome === 'uncounted' && performance.now() < endMs) {
      // Where Redis has just gone away, no counter is made, but the direct path may have room.
      if (!(await counters.make(name))) await pause(betweenMs);
      outcome = await batcher.add(candidate);
    }
    const isFull = outcome === 'over limit' || outcome === 'over bytes';
    return isFull && (await counters.compare(name)) ? batcher.add(candidate) : outcome;
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
