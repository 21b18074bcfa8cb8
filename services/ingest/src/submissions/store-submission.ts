import { setTimeout as pause } from 'node:timers/promises';
import type { HttpError } from '@inlet/http/errors';
import { unavailable } from '@inlet/http/errors';
import { monthOf } from '@inlet/submissions/months';
import type { AccountQuestions } from '#forms/ask-account.ts';
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

export interface StoreDeps {
  readonly batcher: Pick<Batcher, 'add'>;
  readonly counters: AskCounters;
  readonly account: Pick<AccountQuestions, 'isStored'>;
  /** False where no larger plan can be bought. */
  readonly canUpgrade: boolean;
}

/** How long account is asked for a counter again and again, and the pause in between. */
const longestMs = 2_000;
const betweenMs = 100;

/** Stores submissions durably, each within its owner's month. */
export class StoreSubmission {
  readonly #deps: StoreDeps;
  /** Repeats of a submission that is still on its way share its outcome instead of counting a second time. */
  readonly #underWay = new Map<string, Promise<boolean>>();

  constructor(deps: StoreDeps) {
    this.#deps = deps;
  }

  /** Returns false for a repeat of a submission that is stored or on its way. Throws the reason of a refusal. */
  async store(candidate: Candidate): Promise<boolean> {
    if (candidate.claim === null) return this.#storeOrRefuse(candidate);
    const { id } = candidate.submission;
    const same = this.#underWay.get(id);
    if (same) return same.then(() => false);
    const stored = this.#storeOrRefuse(candidate).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, stored);
    return stored;
  }

  async #storeOrRefuse(candidate: Candidate): Promise<boolean> {
    // The files of a repeat would be stored a second time, only to be removed.
    if (candidate.submission.upload && (await this.#isRepeat(candidate))) return false;
    const outcome = await this.#storeCounted(candidate);
    if (outcome === 'stored') return true;
    // A repeat gets the answer of the first request, even in a month that is full.
    if (outcome !== 'key reused' && (await this.#isRepeat(candidate))) return false;
    throw this.#refusalOf(outcome, candidate);
  }

  /** Has account make the counter of the month where Redis has none, and compare a full one with the database. */
  async #storeCounted(candidate: Candidate): Promise<Outcome> {
    const { batcher, counters } = this.#deps;
    const { userId, receivedAtMs } = candidate.submission;
    const name = { userId, month: monthOf(receivedAtMs) };
    const endMs = performance.now() + longestMs;
    let outcome = await batcher.add(candidate);
    while (outcome === 'uncounted' && performance.now() < endMs) {
      // Where Redis has just gone away, no counter is made, but the direct path may have room.
      if (!(await counters.make(name))) await pause(betweenMs);
      outcome = await batcher.add(candidate);
    }
    const isFull = outcome === 'over limit' || outcome === 'over bytes';
    return isFull && (await counters.compare(name)) ? batcher.add(candidate) : outcome;
  }

  /** If account cannot answer, a repeat is refused like a new submission: nothing is lost, and the sender may retry. */
  async #isRepeat({ submission, claim }: Candidate): Promise<boolean> {
    return claim !== null && this.#deps.account.isStored(submission.id).catch(() => false);
  }

  #refusalOf(outcome: Outcome, { limits }: Candidate): HttpError {
    const { canUpgrade } = this.#deps;
    if (outcome === 'key reused') return idempotencyKeyReused();
    if (outcome === 'over bytes') return (canUpgrade ? byteLimitReached : bytesFull)(inUnits(limits.bytes));
    if (outcome === 'over limit') return (canUpgrade ? submissionLimitReached : monthFull)(limits.submissions);
    return unavailable();
  }
}
