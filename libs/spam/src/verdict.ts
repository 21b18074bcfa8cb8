import { flaggedBelow, type SpamReason, type SpamVerdict } from '@inlet/contracts/spam';

export interface Judged {
  readonly verdict: SpamVerdict;
  readonly isSpam: boolean;
}

/** So that a sum of points that is exactly the threshold is not missed by the last bit of a number. */
const tolerance = 1e-9;

/**
 * Adds up reasons as independent doubts: two of 0.45 make 0.7. A verdict has three digits, so that what an owner sees
 * beside the threshold is what was compared.
 */
export function judge(reasons: readonly SpamReason[], threshold: number): Judged {
  const trust = reasons.reduce((product, { points }) => product * (1 - points), 1);
  const score = rounded(1 - trust);
  const isSpam = score >= threshold - tolerance;
  const isFlagged = !isSpam && score >= threshold - flaggedBelow - tolerance;
  const shown = reasons.map(({ name, points }) => ({ name, points: rounded(points) }));
  return { verdict: { score, reasons: shown, isFlagged }, isSpam };
}

/** Cut off and not rounded: 0.9896 is not yet 0.99. */
function rounded(value: number): number {
  return Math.floor(value * 1_000 + tolerance) / 1_000;
}
