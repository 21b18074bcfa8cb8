import type { Price } from '@inlet/contracts/billing';
import { formatNumber } from '#lib/wording.ts';

const signs: Readonly<Record<string, string>> = { eur: '€', gbp: '£', usd: '$' };

/** `€49`, `$4.50`: an amount in minor units, in US English. Written by hand where the currency is a common one. */
export function formatAmount(amount: number, currency: string): string {
  const sign = signs[currency.toLowerCase()];
  if (sign !== undefined && amount >= 0 && amount % 100 === 0) return sign + formatNumber(amount / 100);
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: 0,
    maximumFractionDigits: 2,
  });
  return format.format(amount / 100);
}

/** `/ year`, `/ 3 months`, or nothing for what is paid once. */
export function formatInterval({ recurringInterval, recurringIntervalCount }: Price): string {
  if (recurringInterval === null) return '';
  const count = recurringIntervalCount ?? 1;
  return count === 1 ? `/ ${recurringInterval}` : `/ ${count} ${recurringInterval}s`;
}
