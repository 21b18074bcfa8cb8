import type { RefusedByLimit } from '@inlet/contracts/usage';
import { formatWhen } from '#lib/relative-time.ts';
import { formatNumber } from '#lib/wording.ts';

/** `301 refused since 5:50 AM`, with the date of another day */
export function refusedWords({ count, since }: RefusedByLimit): string {
  return `${formatNumber(count)} refused since ${formatWhen(since)}`;
}
