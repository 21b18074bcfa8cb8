import { refusalReasons } from '@inlet/contracts/refusals';
import { readRefusalCounts, refusalDays } from '@inlet/redis/refusals';
import { saveRefusals } from '#forms/refusals/refusals.store.ts';
import type { Resources } from '#resources.ts';

const known: ReadonlySet<string> = new Set(refusalReasons);

/**
 * Copies what Redis counted of refusals to PostgreSQL, where it stays. The counts are those of whole days, so a round
 * may run twice, beside another, or hours late. The days before yesterday are for the first round of a process.
 */
export async function keepRefusals(
  { database, redis, keys }: Pick<Resources, 'database' | 'redis' | 'keys'>,
  { isFirst = false, signal }: { readonly isFirst?: boolean; readonly signal?: AbortSignal } = {},
): Promise<void> {
  for (const day of refusalDays(Date.now()).slice(0, isFirst ? undefined : 2)) {
    for await (const forms of readRefusalCounts(redis, keys, day)) {
      if (signal?.aborted) return;
      const counts = forms.flatMap(({ formId, counts }) =>
        Object.entries(withKnownNames(counts)).map(([reason, count]) => ({ formId, reason, count })),
      );
      if (counts.length > 0) await saveRefusals(database.pool, day, counts);
    }
  }
}

function withKnownNames(counts: Readonly<Record<string, number>>): Record<string, number> {
  const named: Record<string, number> = {};
  for (const [reason, count] of Object.entries(counts)) {
    const name = known.has(reason) ? reason : 'other';
    named[name] = (named[name] ?? 0) + count;
  }
  return named;
}
