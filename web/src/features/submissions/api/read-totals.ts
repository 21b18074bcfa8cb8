import type { InboxCounts } from '@inlet/contracts/inbox-state';
import type { QueryClient } from '@tanstack/react-query';
import { countsKey, totalKey } from '#features/submissions/api/submission-keys.ts';

/**
 * Reads the counts, and takes the total of the inbox from them: an event may or may not have brought it without the rows
 * that moved, so it cannot be calculated.
 */
export async function readTotals(queryClient: QueryClient, formId: string): Promise<void> {
  const queryKey = countsKey(formId);
  try {
    await queryClient.invalidateQueries({ queryKey }, { throwOnError: true });
  } catch {
    // The next event brings the total.
    return;
  }
  const counts = queryClient.getQueryData<InboxCounts>(queryKey);
  if (counts) queryClient.setQueryData(totalKey(formId, 'inbox'), counts.inbox);
}
