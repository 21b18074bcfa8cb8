/** The calendar month in UTC that usage counts for, as `2026-11`. */
export function monthOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 7);
}

/** The month after one, as `2026-12`. */
export function monthAfter(month: string): string {
  const [year, index] = month.split('-').map(Number);
  return monthOf(Date.UTC(year ?? 0, index ?? 0));
}
