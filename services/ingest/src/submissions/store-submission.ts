import { type CounterName, movePauseMs } from '@inlet/contracts/quotas';
import type { Candidate } from '@inlet/endpoint/candidate';
import {
  byteLimitReached,
  bytesFull,
  formClosed,
  idempotencyKeyReused,
  inUnits,
  monthFull,
  submissionLimitReached,
} from '@inlet/endpoint/submit-errors';
import type { HttpError } from '@inlet/http/errors';
import { unavailable } from '@inlet/http/errors';
import { monthOf } from '@inlet/submissions/months';
import type { AccountQuestions } from '#forms/ask-account.ts';
import type { AskCounters } from '#quota/ask-counters.ts';
import type { CountAgain } from '#quota/count-again.ts';
import type { Batcher, Outcome } from '#submissions/batcher.ts';

export interface LaneBatchers {
  readonly batcher: Pick<Batcher, 'add'>;
  /** For forms with a number, which wait for Redis: no other submission waits behind them. */
  readonly exactBatcher: Pick<Batcher, 'add'>;
}

export interface StoreDeps {
  /** Throws if this process does not have the lane. */
  readonly chooseLane: (lane: number) => LaneBatchers;
  readonly counters: Pick<AskCounters, 'compare'>;
  readonly countAgain: CountAgain;
  readonly account: Pick<AccountQuestions, 'isStored'>;
  readonly countedWithinMs: number;
  /** False if no larger plan can be bought. */
  readonly canUpgrade: boolean;
}

/** How long a counter is requested from account repeatedly. */
export const countedWithinMs = 2_000;
/** The same with several lanes: longer than the pause of a move, unless the move dies at its commit. */
export const movedWithinMs = movePauseMs + 500;

/** Stores submissions durably, within the monthly limits of their owners. */
export class StoreSubmission {
  readonly #deps: StoreDeps;
  /** Repeats of a submission in progress share its outcome instead of counting again. */
  readonly #underWay = new Map<string, Promise<boolean>>();

  constructor(deps: StoreDeps) {
    this.#deps = deps;
  }

  /** Returns false for a repeat of a submission that is stored or in progress. Throws the reason of a refusal. */
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
    // Otherwise the files of a repeat would be stored a second time, only to be removed.
    if (candidate.submission.upload && (await this.#isRepeat(candidate))) return false;
    const outcome = await this.#storeCounted(candidate);
    if (outcome === 'stored') return true;
    if (outcome === 'repeated') return false;
    // A repeat gets the response of the first request, even if the month is full.
    if (outcome !== 'key reused' && (await this.#isRepeat(candidate))) return false;
    throw this.#refusalOf(outcome, candidate);
  }

  /**
   * A submission whose counters are missing is tried again, also in another lane if its account moves. A full counter is
   * compared with the database.
   */
  async #storeCounted(candidate: Candidate): Promise<Outcome> {
    const { counters, countAgain, chooseLane, countedWithinMs } = this.#deps;
    const { endpointId, submission, closing } = candidate;
    const { userId, formId, receivedAtMs } = submission;
    const max = closing?.max;
    const month = { userId, month: monthOf(receivedAtMs) };
    const form = max && { formId, version: max.version };
    const addTo = (lane: number) => {
      const { batcher, exactBatcher } = chooseLane(lane);
      return (max ? exactBatcher : batcher).add(candidate);
    };
    const endMs = performance.now() + countedWithinMs;
    let { lane } = candidate;
    let outcome = await addTo(lane);
    // If Redis has just gone away, no counter is created, but the direct path may have capacity.
    for (let isRepeated = false; outcome === 'uncounted' && performance.now() < endMs; isRepeated = true) {
      lane = await countAgain({ endpointId, lane, names: form ? [month, form] : [month], isRepeated });
      outcome = await addTo(lane);
    }
    const full = fullCounter(outcome, month, form);
    return full && (await counters.compare(full)) ? addTo(lane) : outcome;
  }

  /**
   * If account does not respond, a repeat is refused like a new submission: nothing is lost, and the sender may retry.
   */
  async #isRepeat({ submission, claim }: Candidate): Promise<boolean> {
    return claim !== null && this.#deps.account.isStored(submission.id).catch(() => false);
  }

  #refusalOf(outcome: Outcome, { limits, closing }: Candidate): HttpError {
    const { canUpgrade } = this.#deps;
    if (outcome === 'form full') return formClosed(closing?.message ?? null);
    if (outcome === 'key reused') return idempotencyKeyReused();
    if (outcome === 'over bytes') return (canUpgrade ? byteLimitReached : bytesFull)(inUnits(limits.bytes));
    if (outcome === 'over limit') return (canUpgrade ? submissionLimitReached : monthFull)(limits.submissions);
    return unavailable();
  }
}

/** The counter that left no capacity for a submission, if one did. */
function fullCounter(outcome: Outcome, month: CounterName, form: CounterName | null | undefined) {
  if (outcome === 'form full') return form;
  return outcome === 'over limit' || outcome === 'over bytes' ? month : null;
}
