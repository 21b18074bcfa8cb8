/** Measured values by name. */
export type Figures<Name extends string = string> = Readonly<Record<Name, number>>;

/** The median of some values; for an even number, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new Error('There is no median of nothing');
  return (lower + upper) / 2;
}

/** The median of each value of records with the same names. */
export function medianByName<Name extends string>(records: readonly Figures<Name>[]): Record<Name, number> {
  return byName(records, median);
}

/** Joins the values of all records into one value for each name. */
export function byName<Name extends string>(
  records: readonly Figures<Name>[],
  join: (values: number[]) => number,
): Record<Name, number> {
  const names = new Set(records.flatMap((record) => Object.keys(record) as Name[]));
  const entries = [...names].map((name) => [name, join(records.map((record) => record[name] ?? 0))]);
  return Object.fromEntries(entries);
}

/** The increase of each value. */
export function growth(before: Figures, after: Figures): Record<string, number> {
  return byName([before, after], ([from = 0, to = 0]) => to - from);
}

/** Student's t for 95 % by degrees of freedom, from 1 on; beyond the table it hardly changes. */
const T_VALUES = [12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145];
const T_BEYOND = 2.131;

/** The mean of some values and its 95 % confidence interval. */
export function meanInterval(values: readonly number[]) {
  if (values.length < 2) throw new Error('An interval needs two values');
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  const t = T_VALUES[values.length - 2] ?? T_BEYOND;
  const half = t * Math.sqrt(variance / values.length);
  return { middle: mean, low: mean - half, high: mean + half };
}

/** The medians of both and the mean of the pairwise ratios, in one sentence. */
export function compareInWords(ours: readonly number[], others: readonly number[]): string {
  const { middle, low, high } = meanInterval(ours.map((value, index) => value / (others[index] ?? Number.NaN)));
  const medians = `${median(ours).toFixed(4)} against ${median(others).toFixed(4)} core-seconds per 1,000`;
  return `${medians}: ${middle.toFixed(3)} × (95 %: ${low.toFixed(3)} to ${high.toFixed(3)}, ${ours.length} pairs)`;
}
