/** The month that was asked for last: nearly every question is for the one that is running. */
let latest = { name: '', startMs: 0, endMs: 0 };

/** The calendar month in UTC that usage counts for, as `2026-11`. */
export function monthOf(timeMs: number): string {
  if (timeMs < latest.startMs || timeMs >= latest.endMs) {
    const time = new Date(timeMs);
    const [year, month] = [time.getUTCFullYear(), time.getUTCMonth()];
    const name = time.toISOString().slice(0, 7);
    latest = { name, startMs: Date.UTC(year, month), endMs: Date.UTC(year, month + 1) };
  }
  return latest.name;
}

/** The month after one, as `2026-12`. */
export function monthAfter(month: string): string {
  const [year, index] = month.split('-').map(Number);
  return monthOf(Date.UTC(year ?? 0, index ?? 0));
}
