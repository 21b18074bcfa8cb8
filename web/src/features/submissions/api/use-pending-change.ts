import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { changeSubmissions } from '#features/submissions/api/change-submissions.ts';
import { sendInOrder } from '#features/submissions/api/sent-changes.ts';
import { countsKey, folderKey, totalKey, waitingKey } from '#features/submissions/api/submission-keys.ts';
import { type Filter, type Folder, isSorted } from '#features/submissions/filter.ts';
import { insertRows, removeRows, type SubmissionList } from '#features/submissions/list/submission-list.ts';
import {
  type Change,
  createPendingChange,
  differenceIn,
  type PendingChange,
} from '#features/submissions/pending-change.ts';
import { useApi } from '#lib/services.tsx';
import { usageKey } from '#lib/usage-key.ts';

const folders = ['inbox', 'spam'] as const;

/** Deletions and marks of a form's submissions, which can be undone until they are sent; leaving the page sends them. */
export function usePendingChange(formId: string, folder: Folder): PendingChange {
  const api = useApi();
  const queryClient = useQueryClient();
  const [pending] = useState(() =>
    createPendingChange({
      send: async (change, isLeaving) => {
        const ids = change.rows.map(({ id }) => id);
        await sendInOrder(api, ids, () => changeSubmissions(api, formId, change, isLeaving), { atOnce: isLeaving });
        if (change.kind === 'delete') return;
        const to = otherFolder(change);
        // A first read in progress may be older than the change.
        await queryClient.cancelQueries({ queryKey: folderKey(formId, to) });
        await queryClient.invalidateQueries({ queryKey: folderKey(formId, to) });
        await queryClient.invalidateQueries({ queryKey: countsKey(formId) });
        // A submission that leaves the spam folder counts towards the month.
        if (to === 'inbox') await queryClient.invalidateQueries({ queryKey: usageKey });
      },
      hide: (change) => {
        const ids = new Set(change.rows.map(({ id }) => id));
        changeLists(change, (list) => removeRows(list, ids));
        moveTotals(change, 1);
      },
      restore: (change) => {
        changeLists(change, (list) => insertRows(list, change.rows));
        // In another order, only the service knows the positions of these rows.
        void queryClient.invalidateQueries({
          queryKey: folderKey(formId, folderOf(change)),
          predicate: ({ queryKey: [, , , filter] }) => isSorted(filter as Filter),
        });
        moveTotals(change, -1);
      },
    }),
  );

  function changeLists(change: Change, to: (list: SubmissionList) => SubmissionList): void {
    const queryKey = folderKey(formId, folderOf(change));
    queryClient.setQueriesData<SubmissionList>({ queryKey }, (list) => list && to(list));
  }

  /** Makes a change in the totals of both folders at once, or takes it back. */
  function moveTotals(change: Change, sign: 1 | -1): void {
    for (const each of folders) {
      const difference = sign * differenceIn(each, change);
      const key = totalKey(formId, each);
      queryClient.setQueryData<number>(key, (total) => (total === undefined ? total : Math.max(0, total + difference)));
    }
  }

  // The service still counts the rows of a change that waits in their folder.
  useEffect(() => {
    const keep = (change: Change | null) => {
      for (const each of folders) {
        queryClient.setQueryData(waitingKey(formId, each), change === null ? 0 : differenceIn(each, change));
      }
    };
    const stop = pending.subscribe(() => {
      const state = pending.state();
      keep(state.status === 'waiting' ? state.change : null);
      // While the change was sent, the counts may have been read without it.
      if (state.status === 'failed') void queryClient.invalidateQueries({ queryKey: countsKey(formId) });
    });
    return () => {
      stop();
      keep(null);
    };
  }, [pending, queryClient, formId]);

  useEffect(() => {
    const leave = () => pending.settle(true);
    window.addEventListener('pagehide', leave);
    return () => window.removeEventListener('pagehide', leave);
  }, [pending]);
  // Another folder or page reads from the service, so waiting changes are sent before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the other folder that settles
  useEffect(() => () => pending.settle(), [pending, folder]);

  return pending;
}

function folderOf({ rows }: Change): 'inbox' | 'spam' {
  return rows[0]?.isSpam ? 'spam' : 'inbox';
}

/** The folder that a mark moves submissions to. */
const otherFolder = ({ kind }: Change): Folder => (kind === 'spam' ? 'spam' : 'inbox');
