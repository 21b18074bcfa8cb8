import type { InboxCounts } from '@inlet/contracts/inbox-state';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { countsKey } from '#features/submissions/api/submission-keys.ts';

/** Changes the number of unread submissions by a difference. */
export function useAddUnread(formId: string): (count: number) => void {
  const queryClient = useQueryClient();
  return useCallback(
    (count) =>
      void queryClient.setQueryData<InboxCounts>(
        countsKey(formId),
        (counts) => (counts?.unreadIsExact && { ...counts, unread: Math.max(0, counts.unread + count) }) || counts,
      ),
    [queryClient, formId],
  );
}
