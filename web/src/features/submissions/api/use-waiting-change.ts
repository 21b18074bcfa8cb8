import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { countsKey, waitingKey } from '#features/submissions/api/submission-keys.ts';
import type { ChangeState } from '#features/submissions/pending-change.ts';

/** Keeps what a deletion or mark that waits has moved: the service still counts its rows in their folder. */
export function useWaitingChange(formId: string, state: ChangeState): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const keep = (inbox: number, spam: number) => {
      queryClient.setQueryData(waitingKey(formId, 'inbox'), inbox);
      queryClient.setQueryData(waitingKey(formId, 'spam'), spam);
    };
    // While the change was sent, the counts may have been read without it.
    if (state.status === 'failed') void queryClient.invalidateQueries({ queryKey: countsKey(formId) });
    if (state.status !== 'waiting') return;
    const { kind, rows } = state.change;
    const arriving = kind === 'delete' ? 0 : rows.length;
    if (rows[0]?.isSpam) keep(arriving, -rows.length);
    else keep(-rows.length, arriving);
    return () => keep(0, 0);
  }, [queryClient, formId, state]);
}
