import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ChangeState, PendingChange } from '#features/submissions/pending-change.ts';
import { useApi } from '#lib/services.tsx';

/** Submissions in the inbox that resemble the submission that was just marked as spam. */
export function useSimilar(formId: string, state: ChangeState, isGone: PendingChange['isGone']) {
  const api = useApi();
  const [markedId, setMarkedId] = useState<string | null>(null);

  useEffect(() => {
    if (state.status === 'idle') {
      // After an undo the submission is back in the inbox.
      setMarkedId((id) => (id !== null && isGone({ id, isSpam: false }) ? id : null));
      return;
    }
    const { kind, rows } = state.change;
    const isOne = state.status === 'waiting' && kind === 'spam' && rows.length === 1;
    setMarkedId(isOne ? (rows[0]?.id ?? null) : null);
  }, [state, isGone]);

  const { data } = useQuery({
    queryKey: ['similar', formId, markedId],
    queryFn: ({ signal }) => api.call('listSimilar', { path: { id: formId, sid: markedId ?? '' }, signal }),
    enabled: markedId !== null,
    retry: false,
    gcTime: 0,
  });
  const ids = (markedId !== null && data?.ids) || [];
  return { ids, dismiss: () => setMarkedId(null) };
}
