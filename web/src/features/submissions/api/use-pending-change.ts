import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { changeSubmissions } from '#features/submissions/api/change-submissions.ts';
import { useFormChanges } from '#features/submissions/api/form-changes.ts';
import { readTotals } from '#features/submissions/api/read-totals.ts';
import { countsKey, folderKey, totalKey } from '#features/submissions/api/submission-keys.ts';
import { type Filter, type Folder, isSorted } from '#features/submissions/filter.ts';
import { changeRows, lacksRows, type SubmissionList } from '#features/submissions/list/submission-list.ts';
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
  const changes = useFormChanges(formId);
  const [pending] = useState(() =>
    createPendingChange({
      send: async (change, isLeaving) => {
        // A deletion or a mark needs no order, and a page that the person leaves cannot wait.
        await changes.sendInOrder([], () => changeSubmissions(api, formId, change, isLeaving));
        const ids = new Set(change.rows.map(({ id }) => id));
        changeLists(change, (list) => ({ ...list, left: list.left.filter(({ id }) => !ids.has(id)) }));
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
        changeLists(change, (list) => moveRows(list, change, false));
        moveTotals(change, 1);
      },
      restore: (change) => {
        changeLists(change, (list) => moveRows(list, change, true));
        // Only the service knows the positions of rows in another order, and which rows belong to a list that never had them.
        void queryClient.invalidateQueries({
          queryKey: folderKey(formId, folderOf(change)),
          predicate: ({ queryKey: [, , , filter], state }) =>
            isSorted(filter as Filter) || lacksRows(state.data as SubmissionList | undefined, change.rows),
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

  useEffect(() => {
    const stop = pending.subscribe(() => {
      const state = pending.state();
      changes.keepWaiting(state.status === 'waiting' ? state.change : null);
      if (state.status === 'failed') void readTotals(queryClient, formId);
    });
    return () => {
      stop();
      changes.keepWaiting(null);
    };
  }, [pending, queryClient, changes, formId]);

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

/** Takes the rows of a change out of a list, or puts those back that it had. */
function moveRows(list: SubmissionList, { rows }: Change, belong: boolean): SubmissionList {
  const ids = rows.map(({ id }) => id);
  return changeRows(
    list,
    ids,
    (row) => row,
    () => belong,
  );
}

function folderOf({ rows }: Change): 'inbox' | 'spam' {
  return rows[0]?.isSpam ? 'spam' : 'inbox';
}

/** The folder that a mark moves submissions to. */
const otherFolder = ({ kind }: Change): Folder => (kind === 'spam' ? 'spam' : 'inbox');
