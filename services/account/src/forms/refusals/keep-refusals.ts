import { refusalReasons } from '@inlet/contracts/refusals';
import { readRefusalCounts, refusalDays } from '@inlet/redis/refusals';
import { saveRefusals } from '#forms/refusals/refusals.store.ts';
import type { Resources } from '#resources.ts';

const known: ReadonlySet<string> = new Set(refusalReasons);

/**
 * Copies Redis's counts of refusals to PostgreSQL, where they are kept. The counts are for whole days, so a round may
 * be repeated, run concurrently, or be hours late. Days before yesterday are only copied in a process's first round.
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
