import type { Price } from '@inlet/contracts/billing';
import { formatNumber } from '@inlet/contracts/counts';

const signs: Readonly<Record<string, string>> = { eur: '€', gbp: '£', usd: '$' };

/** `€49`, `$4.50`, `CHF 12`: an amount in minor units, in US English. */
export function formatAmount(amount: number, currency: string): string {
  const sign = signs[currency.toLowerCase()] ?? `${currency.toUpperCase()} `;
  const [whole, cents] = (amount / 100).toFixed(2).split('.');
  return sign + formatNumber(Number(whole)) + (cents === '00' ? '' : `.${cents}`);
}

/** `/ year`, `/ 3 months`, or nothing for a one-time price. */
export function formatInterval({ recurringInterval, recurringIntervalCount }: Price): string {
  if (recurringInterval === null) return '';
  const count = recurringIntervalCount ?? 1;
  return count === 1 ? `/ ${recurringInterval}` : `/ ${count} ${recurringInterval}s`;
}
