import type Stripe from 'stripe';

const daySeconds = 86_400;

/** The end of the period that begins at `start`, counted from the first one so that 31 January does not become a 28th for good. */
export function endOfPeriod(anchor: number, start: number, recurring: Stripe.Price.Recurring): number {
  for (let periods = 1; ; periods += 1) {
    const end = addInterval(anchor, recurring.interval, recurring.interval_count * periods);
    if (end > start) return end;
  }
}

function addInterval(moment: number, interval: string, count: number): number {
  if (interval === 'day') return moment + count * daySeconds;
  if (interval === 'week') return moment + count * 7 * daySeconds;
  return addMonths(moment, interval === 'year' ? count * 12 : count);
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
