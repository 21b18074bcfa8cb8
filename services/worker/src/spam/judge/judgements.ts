import type { SpamReason, SpamVerdict } from '@inlet/contracts/spam';
import type { AcceptedSubmission } from '@inlet/submissions/batch';

export interface Judgement {
  readonly verdict: SpamVerdict;
  readonly isSpam: boolean;
  /** A remote service has to be asked as well. */
  readonly isChecking: boolean;
}

/** Judgements of those submissions of a batch about which there is something to say. */
export type Judgements = ReadonlyMap<AcceptedSubmission, Judgement>;

export const noJudgements: Judgements = new Map();

/** A captcha that was not solved, or that a program left out. */
export const failedCaptcha: SpamReason = { name: 'captcha', points: 0.99 };
