import type { InboxCounts } from '@inlet/contracts/inbox-state';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormChanges } from '#features/submissions/api/form-changes.ts';
import { changesKey, countsKey, totalKey } from '#features/submissions/api/submission-keys.ts';
import { useApi } from '#lib/services.tsx';

/** The counts on a form's tabs. Lists and changes keep them up to date in between. */
export function useCounts(formId: string): InboxCounts | undefined {
  const api = useApi();
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: countsKey(formId),
    queryFn: async ({ signal }) => {
      const read = () => api.call('countSubmissions', { path: { id: formId }, signal });
      // Only an inbox that was shown has changes.
      const changes = queryClient.getQueryData<FormChanges>(changesKey(formId));
      const counts = await (changes?.count(read) ?? read());
      queryClient.setQueryData(totalKey(formId, 'spam'), counts.spam);
      return counts;
    },
  }).data;
}
