import type { PreviousState, Undo } from '@inlet/contracts/inbox-state';
import { submissionsNamedMax } from '@inlet/contracts/submission-limits';
import type { Submission, UpdateSubmissions } from '@inlet/contracts/submissions';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { chunks } from '#features/submissions/api/change-submissions.ts';
import { useFormChanges } from '#features/submissions/api/form-changes.ts';
import { countsKey, folderKey, submissionKey } from '#features/submissions/api/submission-keys.ts';
import { useAddUnread } from '#features/submissions/api/use-add-unread.ts';
import type { useSubmissionList } from '#features/submissions/api/use-submission-list.ts';
import { type Filter, filterBody } from '#features/submissions/filter.ts';
import { lacksRows, type SubmissionList } from '#features/submissions/list/submission-list.ts';
import { type StateSet, withoutState, withState } from '#features/submissions/state-change.ts';
import { useApi } from '#lib/services.tsx';

export interface DoneChange {
  readonly set: StateSet;
  /** The rows before the change. */
  readonly before: readonly Submission[];
  /** The service's states before the change; none if it failed. */
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
  const changes = useFormChanges(formId);
  const [outcome, setOutcome] = useState<Outcome>(null);

  /** Shows a change of rows, in the list and beside it. */
  const show = useCallback(
    (rows: readonly Submission[], to: (row: Submission) => Submission) => {
      const ids = rows.map(({ id }) => id);
      showInList(ids, to);
      for (const id of ids)
        queryClient.setQueryData<Submission>(submissionKey(formId, id), (whole) => whole && to(whole));
      const unread = (some: readonly Submission[]) => some.filter(({ isRead, isSpam }) => !isRead && !isSpam).length;
      addUnread(unread(rows.map(to)) - unread(rows));
    },
    [showInList, queryClient, formId, addUnread],
  );

  /** Shows rows without a change, the rest of each as it is now. */
  const revert = useCallback(
    (before: readonly Submission[], set: StateSet) => {
      const byId = new Map(before.map((row) => [row.id, row]));
      show(
        before.map((row) => withState(row, set)),
        (row) => withoutState(row, set, byId.get(row.id) ?? row),
      );
    },
    [show],
  );

  /**
   * Reads the counts after a change was taken back, and the lists of a status that do not show a row that returned: only
   * the service knows its position in another order or with another filter.
   */
  const readAgain = useCallback(
    (before: readonly Submission[], { status }: StateSet) => {
      void queryClient.invalidateQueries({ queryKey: countsKey(formId) });
      void queryClient.invalidateQueries({
        queryKey: folderKey(formId, 'inbox'),
        predicate: ({ queryKey, state }) => {
          const filter = queryKey[3] as Filter;
          const returned = before.filter((row) => row.status === filter.status);
          return status !== undefined && lacksRows(state.data as SubmissionList | undefined, returned);
        },
      });
    },
    [formId, queryClient],
  );

  const apply = useCallback(
    (rows: readonly Submission[], set: StateSet, { isQuiet = false } = {}) => {
      const before = rows.filter((row) => withState(row, set) !== row);
      if (before.length === 0) return;
      show(before, (row) => withState(row, set));
      // The first counts may be read before the inbox is there, and be older than this change.
      const isFirstCount = queryClient.getQueryData(countsKey(formId)) === undefined;
      const ids = before.map(({ id }) => id);
      const send = () =>
        Promise.all(
          chunks(ids, submissionsNamedMax).map((some) =>
            api.call('updateSubmissions', { path: { id: formId }, body: { ids: some, set } }),
          ),
        );
      const previous = changes.sendInOrder(ids, send).then(
        (answers) => {
          if (isFirstCount || (set.addTags ?? set.removeTags))
            void queryClient.invalidateQueries({ queryKey: countsKey(formId) });
          return answers.flatMap((answer) => answer.previous ?? []);
        },
        (error: unknown) => {
          revert(before, set);
          readAgain(before, set);
          if (!isQuiet) setOutcome({ error });
          return [];
        },
      );
      if (!isQuiet) setOutcome({ done: { set, before, previous } });
    },
    [api, changes, formId, queryClient, show, revert, readAgain],
  );

  /** Repeats a bulk change until it is complete, and returns its undos, the latest first. */
  const sendAll = useCallback(
    async (body: UpdateSubmissions) => {
      const undos: Undo[] = [];
      await changes.settled();
      for (let isComplete = false; !isComplete; ) {
        const answer = await api.call('updateSubmissions', { path: { id: formId }, body });
        if (answer.undo) undos.unshift(answer.undo);
        ({ isComplete } = answer);
      }
      return undos;
    },
    [api, changes, formId],
  );

  /** Runs a change whose result only the service knows, and then reads the folder again. */
  const changeAll = useCallback(
    async (folder: Filter['folder'], work: () => Promise<Outcome>) => {
      setOutcome(await work().catch((error: unknown) => ({ error })));
      await queryClient.invalidateQueries({ queryKey: countsKey(formId) });
      // A first read that is under way is not repeated by itself.
      await queryClient.cancelQueries({ queryKey: folderKey(formId, folder) });
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
    revert(before, set);
    setOutcome(null);
    const restore = async () => {
      const requests = chunks(await previous, submissionsNamedMax).map((some) =>
        api.call('updateSubmissions', { path: { id: formId }, body: { restore: some } }),
      );
      await Promise.all(requests);
    };
    const ids = before.map(({ id }) => id);
    changes
      .sendInOrder(ids, restore)
      .catch((error: unknown) => {
        show(before, (row) => withState(row, set));
        setOutcome({ error });
      })
      .then(() => readAgain(before, set));
  }, [api, changes, formId, outcome, show, revert, readAgain, undoAll]);

  const dismiss = useCallback(() => setOutcome(null), []);
  return { outcome, apply, applyToAll, show, undo, dismiss };
}
