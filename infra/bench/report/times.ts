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

function inWords(hundredths: number, of: string): string {
  return `${(hundredths / HUNDREDTHS).toFixed(2)} × ${of}`;
}
