/** At most three round numbers for the grid lines of a chart; the last is not below the highest count. */
export function linesFor(highest: number): number[] {
  const least = Math.max(1, highest / 3);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = ([1, 2, 5].find((factor) => factor * power >= least) ?? 10) * power;
  return [1, 2, 3].map((count) => count * step).filter((line) => line - step < Math.max(1, highest));
}
