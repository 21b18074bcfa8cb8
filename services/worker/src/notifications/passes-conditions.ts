import type { Visitor } from '#notifications/replies.store.ts';
import { failedConditions } from '#routing/failed-conditions.ts';

/** True if a submission meets the conditions of the automatic reply. One that is too large to be read meets none. */
export async function passesConditions(
  conditions: string | null,
  { data, files }: Pick<Visitor, 'data' | 'files'>,
): Promise<boolean> {
  if (conditions === null) return true;
  return data !== null && (await failedConditions([conditions], { data, files })).size === 0;
}
