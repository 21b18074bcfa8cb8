import type { SpamReason, SpamVerdict } from '@inlet/contracts/spam';
import type { AcceptedSubmission } from '@inlet/submissions/batch';

export interface Judgement {
  readonly verdict: SpamVerdict;
  readonly isSpam: boolean;
  /** True if a remote service must judge it as well. */
  readonly isChecking: boolean;
}

/** Judgements of those submissions of a batch that need one. */
export type Judgements = ReadonlyMap<AcceptedSubmission, Judgement>;

export const noJudgements: Judgements = new Map();

/** The captcha was not solved, or its token is missing. */
export const failedCaptcha: SpamReason = { name: 'captcha', points: 0.99 };
