import { flaggedBelow, type SpamReason, type SpamVerdict } from '@inlet/contracts/spam';

export interface Judged {
  readonly verdict: SpamVerdict;
  readonly isSpam: boolean;
}

/** Makes sure that a sum of exactly the threshold is not missed by a rounding error. */
const tolerance = 1e-9;

/**
 * Combines reasons as independent doubts: two of 0.45 make 0.7. A verdict has three digits, so that the value an owner
 * sees beside the threshold is the one that was compared.
 */
export function judge(reasons: readonly SpamReason[], threshold: number): Judged {
  const trust = reasons.reduce((product, { points }) => product * (1 - points), 1);
  const score = rounded(1 - trust);
  const isSpam = score >= threshold - tolerance;
  const isFlagged = !isSpam && score >= threshold - flaggedBelow - tolerance;
  const shown = reasons.map(({ name, points }) => ({ name, points: rounded(points) }));
  return { verdict: { score, reasons: shown, isFlagged }, isSpam };
}

/** The value is cut off instead of rounded: 0.9896 is below 0.99. */
function rounded(value: number): number {
  return Math.floor(value * 1_000 + tolerance) / 1_000;
}
