import type { Price, Product } from '@inlet/contracts/billing';
import { formatAmount, formatInterval } from '#lib/prices.ts';

/** The yearly saving of early pro against pro, or null if the prices cannot be compared. */
export function yearlySaving(products: readonly Product[]): string | null {
  const [earlyPro] = pricesOf(products, 'early_pro');
  if (!earlyPro) return null;
  const rivals = pricesOf(products, 'pro').filter(({ currency }) => currency === earlyPro.currency);
  // The comparison uses the cheapest yearly price of pro; against monthly payments the saving would be larger.
  const saving = Math.min(...rivals.map(yearlyAmount)) - yearlyAmount(earlyPro);
  return saving > 0 && Number.isFinite(saving) ? formatAmount(saving, earlyPro.currency) : null;
}

/** `€15 / month` */
export function priceWords(price: Price): string {
  return `${formatAmount(price.unitAmount, price.currency)} ${formatInterval(price)}`.trim();
}

/** `-€4.50` for an amount that is refunded. */
export function formatSigned(amount: number, currency: string): string {
  return amount < 0 ? `-${formatAmount(-amount, currency)}` : formatAmount(amount, currency);
}

function pricesOf(products: readonly Product[], planKey: string): readonly Price[] {
  return products.find(({ metadata }) => metadata.plan_key === planKey)?.prices ?? [];
}

const timesAYear: Readonly<Record<string, number>> = { year: 1, month: 12 };

/** NaN if the price does not recur monthly or yearly; NaN compares to nothing. */
function yearlyAmount({ unitAmount, recurringInterval, recurringIntervalCount }: Price): number {
  const times = recurringInterval === null ? undefined : timesAYear[recurringInterval];
  return times === undefined ? Number.NaN : (unitAmount * times) / (recurringIntervalCount ?? 1);
}
