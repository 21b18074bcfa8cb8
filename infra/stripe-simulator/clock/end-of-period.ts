/**
 * The end of the monthly or yearly period that starts at `start`, counted from the first one so that 31 January does
 * not become a 28th for all later months.
 */
export function endOfPeriod(anchor: number, start: number, interval: string | undefined): number {
  const months = interval === 'year' ? 12 : 1;
  for (let periods = 1; ; periods += 1) {
    const end = addMonths(anchor, months * periods);
    if (end > start) return end;
  }
}

function addMonths(moment: number, months: number): number {
  const date = new Date(moment * 1_000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime() / 1_000;
}
