import type { Row } from '#report/row.ts';

type Outcome = Required<Pick<Row, 'figure' | 'target'>>;

const HUNDREDTHS = 100;
/** What binary fractions lose: 0.57 is 56.99999999999999 hundredths. */
const TOLERANCE = 1e-9;

/** A ratio that should be large, in words; cut and not rounded: 0.499 must not read as 0.50. */
export function times(ratio: number, of: string): string {
  return inWords(Math.floor(ratio * HUNDREDTHS + TOLERANCE), of);
}

/** A ratio that should be small: 1.501 must not read as 1.50. */
export function atMostTimes(ratio: number, of: string): string {
  return inWords(Math.ceil(ratio * HUNDREDTHS - TOLERANCE), of);
}

/** A ratio and the least that it must be. */
export function heldAtLeast(ratio: number, least: number, of: string): Outcome {
  return { figure: times(ratio, of), target: { says: `${least} × ${of}`, isMet: ratio >= least } };
}

/** A ratio and the most that it may be. */
export function heldAtMost(ratio: number, most: number, of: string): Outcome {
  return { figure: atMostTimes(ratio, of), target: { says: `≤ ${most} × ${of}`, isMet: ratio <= most } };
}

function inWords(hundredths: number, of: string): string {
  return `${(hundredths / HUNDREDTHS).toFixed(2)} × ${of}`;
}
