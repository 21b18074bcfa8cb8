import type { InboxCounts } from '@inlet/contracts/inbox-state';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { countsKey, totalKey, waitingKey } from '#features/submissions/api/submission-keys.ts';
import { useApi } from '#lib/services.tsx';

/** The counts on a form's tabs. Lists and changes keep them up to date in between. */
export function useCounts(formId: string, refetchOnMount = true): InboxCounts | undefined {
  const api = useApi();
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: countsKey(formId),
    queryFn: async ({ signal }) => {
      const counts = await api.call('countSubmissions', { path: { id: formId }, signal });
      // The service does not count a mark yet that waits to be sent.
      const waiting = queryClient.getQueryData<number>(waitingKey(formId, 'spam')) ?? 0;
      queryClient.setQueryData(totalKey(formId, 'spam'), counts.spam + waiting);
      return counts;
    },
    refetchOnMount,
  }).data;
}
