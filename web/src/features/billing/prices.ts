import type { Price, Product } from '@inlet/contracts/billing';
import { formatAmount } from '#lib/prices.ts';

/** `/ year`, `/ 3 months`, or nothing for what is paid once. */
export function formatInterval({ recurringInterval, recurringIntervalCount }: Price): string {
  if (recurringInterval === null) return '';
  const count = recurringIntervalCount ?? 1;
  return count === 1 ? `/ ${recurringInterval}` : `/ ${count} ${recurringInterval}s`;
}

/** What early pro spares in a year against pro, or null where the two cannot be compared. */
export function yearlySaving(products: readonly Product[]): string | null {
  const earlyPro = priceOf(products, 'early_pro');
  const pro = priceOf(products, 'pro');
  if (!earlyPro || !pro || earlyPro.currency !== pro.currency) return null;
  const saving = yearlyAmount(pro) - yearlyAmount(earlyPro);
  return saving > 0 ? formatAmount(saving, pro.currency) : null;
}

function priceOf(products: readonly Product[], planKey: string): Price | undefined {
  return products.find(({ metadata }) => metadata.plan_key === planKey)?.prices[0];
}

const timesAYear: Readonly<Record<string, number>> = { year: 1, month: 12 };

/** Not a number where the price does not come back by the month or the year; nothing compares to that. */
function yearlyAmount({ unitAmount, recurringInterval, recurringIntervalCount }: Price): number {
  const times = recurringInterval === null ? undefined : timesAYear[recurringInterval];
  return times === undefined ? Number.NaN : (unitAmount * times) / (recurringIntervalCount ?? 1);
}
