const dayMs = 86_400_000;

/** The last days in a time zone, as `2026-11-22`; the last one is the current day. */
export function lastDays(nowMs: number, timeZone: string, count: number): string[] {
  // The Swedish locale formats dates as ISO 8601.
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(nowMs);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(today) - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  );
}
