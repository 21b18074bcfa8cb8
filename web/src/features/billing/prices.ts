import type { Price, Product } from '@inlet/contracts/billing';
import { formatAmount } from '#lib/prices.ts';

/** The yearly saving of early pro against pro, or null if the two cannot be compared. */
export function yearlySaving(products: readonly Product[]): string | null {
  const [earlyPro] = pricesOf(products, 'early_pro');
  if (!earlyPro) return null;
  const rivals = pricesOf(products, 'pro').filter(({ currency }) => currency === earlyPro.currency);
  // Compared with the cheapest price of pro for a year; compared with monthly payments the saving would be larger.
  const saving = Math.min(...rivals.map(yearlyAmount)) - yearlyAmount(earlyPro);
  return saving > 0 && Number.isFinite(saving) ? formatAmount(saving, earlyPro.currency) : null;
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
