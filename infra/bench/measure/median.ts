/** What is measured, by the name of what it was measured of. */
export type Figures<Name extends string = string> = Readonly<Record<Name, number>>;

/** The middle of some values; of an even number of them the mean of both in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new Error('There is no median of nothing');
  return (lower + upper) / 2;
}

/** The median of each value of records that name the same things. */
export function medianByName<Name extends string>(records: readonly Figures<Name>[]): Record<Name, number> {
  return byName(records, median);
}

/** One value for each name, made of what every record says of it. */
export function byName<Name extends string>(
  records: readonly Figures<Name>[],
  join: (values: number[]) => number,
): Record<Name, number> {
  const names = new Set(records.flatMap((record) => Object.keys(record) as Name[]));
  const entries = [...names].map((name) => [name, join(records.map((record) => record[name] ?? 0))]);
  return Object.fromEntries(entries);
}

/** By how much each value has grown. */
export function growth(before: Figures, after: Figures): Record<string, number> {
  return byName([before, after], ([from = 0, to = 0]) => to - from);
}
