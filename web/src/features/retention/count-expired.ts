import { formatCount, formatNumber } from '@inlet/contracts/counts';
import type { Retention } from '@inlet/contracts/form-retention';

/** `1 submission`, `1,204 submissions`, `more than 10,000 submissions` */
export function countExpired({ expired, expiredIsExact }: Pick<Retention, 'expired' | 'expiredIsExact'>): string {
  return expiredIsExact ? formatCount(expired, 'submission') : `more than ${formatNumber(expired)} submissions`;
}
