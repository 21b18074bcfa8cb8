import type { PreviousState, Undo } from '@inlet/contracts/inbox-state';
import { submissionsNamedMax } from '@inlet/contracts/submission-limits';
import type { Submission, UpdateSubmissions } from '@inlet/contracts/submissions';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { chunks } from '#features/submissions/api/change-submissions.ts';
import { changesSettled, sendInOrder } from '#features/submissions/api/sent-changes.ts';
import { countsKey, folderKey, submissionKey } from '#features/submissions/api/submission-keys.ts';
import { useAddUnread } from '#features/submissions/api/use-add-unread.ts';
import type { useSubmissionList } from '#features/submissions/api/use-submission-list.ts';
import { type Filter, filterBody, isSorted } from '#features/submissions/filter.ts';
import { type StateSet, withState } from '#features/submissions/state-change.ts';
import { useApi } from '#lib/services.tsx';

export interface DoneChange {
  readonly set: StateSet;
  /** The rows before the change. */
  readonly before: readonly Submission[];
  readonly previous: Promise<readonly PreviousState[]>;
}

export interface AllChange {
  readonly set: StateSet;
  readonly folder: Filter['folder'];
  readonly undos: readonly Undo[];
}

type Outcome =
  | { readonly done: DoneChange }
  /** A change of all submissions that match a filter; only the service knows their previous states. */
  | { readonly all: AllChange }
  | { readonly error: unknown }
  | null;

/** Changes the work on submissions at once, here and in the service; the latest change can be undone. */
export function useStateChanges(
  formId: string,
  { show: showInList }: Pick<ReturnType<typeof useSubmissionList>, 'show'>,
) {
  const api = useApi();
  const queryClient = useQueryClient();
  const addUnread = useAddUnread(formId);
  const [outcome, setOutcome] = useState<Outcome>(null);

  /** Shows the current state of rows, in the list and beside it. */
  const show = useCallback(
    (rows: readonly Submission[], instead: readonly Submission[]) => {
      showInList(rows);
      for (const row of rows) {
        queryClient.setQueryData<Submission>(
          submissionKey(formId, row.id),
          (whole) =>
            whole && {
              ...whole,
              isRead: row.isRead,
              isStarred: row.isStarred,
              status: row.status,
              tags: row.tags,
              note: row.note,
              assigneeId: row.assigneeId,
            },
        );
      }
      const unread = (some: readonly Submission[]) => some.filter(({ isRead, isSpam }) => !isRead && !isSpam).length;
      addUnread(unread(rows) - unread(instead));
    },
    [showInList, queryClient, formId, addUnread],
  );

  /**
   * Rows that return to a list filtered by status: if it is sorted by a field, only the service knows their positions.
   */
  const readSorted = useCallback(
    () =>
      queryClient.invalidateQueries({
        queryKey: folderKey(formId, 'inbox'),
        predicate: ({ queryKey: [, , , key] }) => {
          const filter = key as Filter;
          return filter.status !== '' && isSorted(filter);
        },
      }),
    [formId, queryClient],
  );

  const apply = useCallback(
    (rows: readonly Submission[], set: StateSet, { isQuiet = false } = {}) => {
      const before = rows.filter((row) => withState(row, set) !== row);
      if (before.length === 0) return;
      const after = before.map((row) => withState(row, set));
      show(after, before);
      const ids = before.map(({ id }) => id);
      const send = () =>
        Promise.all(
          chunks(ids, submissionsNamedMax).map((some) =>
            api.call('updateSubmissions', { path: { id: formId }, body: { ids: some, set } }),
          ),
        );
      const beganAtMs = Date.now();
      const previous = sendInOrder(api, ids, send).then((answers) =>
        answers.flatMap((answer) => answer.previous ?? []),
      );
      if (!isQuiet) setOutcome({ done: { set, before, previous } });
      previous.then(
        () => {
          const hasNewTags = set.addTags ?? set.removeTags;
          const { fetchStatus, dataUpdatedAt = 0 } = queryClient.getQueryState(countsKey(formId)) ?? {};
          // Counts that were read during the change may be older than it.
          const areOld = set.isRead !== undefined && (fetchStatus === 'fetching' || dataUpdatedAt >= beganAtMs);
          if (hasNewTags || areOld) void queryClient.invalidateQueries({ queryKey: countsKey(formId) });
        },
        (error: unknown) => {
          show(before, after);
          void readSorted();
          if (!isQuiet) setOutcome({ error });
        },
      );
    },
    [api, formId, queryClient, show, readSorted],
  );

  /** Repeats a bulk change until it is complete, and returns its undos, the latest first. */
  const sendAll = useCallback(
    async (body: UpdateSubmissions) => {
      const undos: Undo[] = [];
      await changesSettled(api);
      for (let isComplete = false; !isComplete; ) {
        const answer = await api.call('updateSubmissions', { path: { id: formId }, body });
        if (answer.undo) undos.unshift(answer.undo);
        ({ isComplete } = answer);
      }
      return undos;
    },
    [api, formId],
  );

  /** Runs a change whose result only the service knows, and then reads the folder again. */
  const changeAll = useCallback(
    async (folder: Filter['folder'], work: () => Promise<Outcome>) => {
      setOutcome(await work().catch((error: unknown) => ({ error })));
      await queryClient.invalidateQueries({ queryKey: countsKey(formId) });
      await queryClient.invalidateQueries({ queryKey: folderKey(formId, folder) });
    },
    [formId, queryClient],
  );

  const applyToAll = useCallback(
    (filter: Filter, set: StateSet) =>
      changeAll(filter.folder, async () => {
        const undos = await sendAll({ filter: filterBody(filter), set });
        return { all: { set, folder: filter.folder, undos } };
      }),
    [changeAll, sendAll],
  );

  const undoAll = useCallback(
    ({ folder, undos }: AllChange) => {
      setOutcome(null);
      return changeAll(folder, async () => {
        for (const undo of undos) await sendAll({ undo });
        return null;
      });
    },
    [changeAll, sendAll],
  );

  const undo = useCallback(() => {
    if (outcome && 'all' in outcome) void undoAll(outcome.all);
    if (outcome === null || !('done' in outcome)) return;
    const { before, set, previous } = outcome.done;
    const after = before.map((row) => withState(row, set));
    show(before, after);
    setOutcome(null);
    const restore = async () => {
      const requests = chunks(await previous, submissionsNamedMax).map((some) =>
        api.call('updateSubmissions', { path: { id: formId }, body: { restore: some } }),
      );
      await Promise.all(requests);
    };
    const ids = before.map(({ id }) => id);
    sendInOrder(api, ids, restore)
      .then(readSorted)
      .catch((error: unknown) => {
        show(after, before);
        setOutcome({ error });
      });
  }, [api, formId, outcome, show, readSorted, undoAll]);

  const dismiss = useCallback(() => setOutcome(null), []);
  return { outcome, apply, applyToAll, show, undo, dismiss };
}
