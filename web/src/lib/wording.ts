import { formatNumber } from '@inlet/contracts/counts';

const byteUnits = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** `512 bytes`, `12.4 kB`, `3 GB` */
export function formatBytes(bytes: number): string {
  const rank = Math.min(byteUnits.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const amount = bytes / 1_000 ** rank;
  return `${formatNumber(Number(amount.toFixed(1)))} ${byteUnits[rank]}`;
}

/** `99%`, `93.5%`. Rounded down, because a value below a limit must not read as if it had reached the limit. */
export function formatShare(share: number): string {
  return `${Math.floor(share * 1_000 + 1e-6) / 10}%`;
}

/** `+18%`, `-4%`; null without a number to compare with, or if the change is too large to be useful. */
export function formatChange(count: number, before: number): string | null {
  if (before === 0 || count > before * 100) return null;
  const percent = Math.round((100 * (count - before)) / before);
  return `${percent > 0 ? '+' : ''}${percent}%`;
}

/** `950`, `1.5k`, `20k`, `3M`, for a round number in a small space */
export function formatShort(value: number): string {
  if (value >= 1e6) return `${value / 1e6}M`;
  return value >= 1_000 ? `${value / 1_000}k` : String(value);
}

/** Products name a feature as a sentence, or as a key: `priority_support` becomes `Priority support`. */
export function featureLabel(feature: string): string {
  return capitalise(feature.replaceAll('_', ' '));
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
