import type { Price, Product } from '@inlet/contracts/billing';
import { formatAmount, formatInterval } from '#lib/prices.ts';

/** The yearly saving of early pro against pro, or null if the two cannot be compared. */
export function yearlySaving(products: readonly Product[]): string | null {
  const [earlyPro] = pricesOf(products, 'early_pro');
  if (!earlyPro) return null;
  const rivals = pricesOf(products, 'pro').filter(({ currency }) => currency === earlyPro.currency);
  // Compared with the cheapest price of pro for a year; compared with monthly payments the saving would be larger.
  const saving = Math.min(...rivals.map(yearlyAmount)) - yearlyAmount(earlyPro);
  return saving > 0 && Number.isFinite(saving) ? formatAmount(saving, earlyPro.currency) : null;
}

/** `€15 / month` */
export function priceWords(price: Price): string {
  return `${formatAmount(price.unitAmount, price.currency)} ${formatInterval(price)}`.trim();
}

/** `-€4.50` for an amount that is given back. */
export function formatSigned(amount: number, currency: string): string {
  return amount < 0 ? `-${formatAmount(-amount, currency)}` : formatAmount(amount, currency);
}

function pricesOf(products: readonly Product[], planKey: string): readonly Price[] {
  return products.find(({ metadata }) => metadata.plan_key === planKey)?.prices ?? [];
}

const timesAYear: Readonly<Record<string, number>> = { year: 1, month: 12 };

/** Not a number where the price does not come back by the month or the year; nothing compares to that. */
function yearlyAmount({ unitAmount, recurringInterval, recurringIntervalCount }: Price): number {
  const times = recurringInterval === null ? undefined : timesAYear[recurringInterval];
  return times === undefined ? Number.NaN : (unitAmount * times) / (recurringIntervalCount ?? 1);
}
