/** The last requested month; almost every call is for the current one. */
let latest = { name: '', startMs: 0, endMs: 0 };

/** The calendar month in UTC that usage counts towards, as `2026-11`. */
export function monthOf(timeMs: number): string {
  if (timeMs < latest.startMs || timeMs >= latest.endMs) {
    const time = new Date(timeMs);
    const [year, month] = [time.getUTCFullYear(), time.getUTCMonth()];
    const name = time.toISOString().slice(0, 7);
    latest = { name, startMs: Date.UTC(year, month), endMs: Date.UTC(year, month + 1) };
  }
  return latest.name;
}

/** The month after this one, as `2026-12`. */
export function monthAfter(month: string): string {
  const [year, index] = month.split('-').map(Number);
  return monthOf(Date.UTC(year ?? 0, index ?? 0));
}
