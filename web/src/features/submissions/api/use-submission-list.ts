import type { Submission, SubmissionPage } from '@inlet/contracts/submissions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { fetchSubmissions } from '#features/submissions/api/fetch-submissions.ts';
import { arrivedFirstPage, dropFirstPage, takeFirstPage } from '#features/submissions/api/first-page.ts';
import { useFormChanges } from '#features/submissions/api/form-changes.ts';
import { listKey, totalKey } from '#features/submissions/api/submission-keys.ts';
import { type Filter, hasStatusOf, isFiltered, isSorted } from '#features/submissions/filter.ts';
import {
  addNewer,
  addOlder,
  changeRows,
  listOf,
  rowsOf,
  type SubmissionList,
} from '#features/submissions/list/submission-list.ts';
import type { PendingChange } from '#features/submissions/pending-change.ts';
import { useApi } from '#lib/services.tsx';

/**
 * The list that is shown, and functions that read more of it. It is not an infinite query, which would restore the list
 * from the moment when a further page was requested, without later changes.
 */
export function useSubmissionList(formId: string, filter: Filter, isGone: PendingChange['isGone']) {
  const api = useApi();
  const queryClient = useQueryClient();
  const changes = useFormChanges(formId);
  const key = useMemo(() => listKey(formId, filter), [formId, filter]);
  /** The shown list. It stays, dimmed, until the list of another filter arrives. */
  const shown = useRef<SubmissionList>(undefined);
  const [, redraw] = useReducer((times: number) => times + 1, 0);

  const takeIn = useCallback(
    (page: SubmissionPage, cursor: string | null = null): SubmissionPage => {
      const submissions = page.submissions.filter((row) => !isGone(row));
      // The rows of a change that waits may be on other pages of the whole folder.
      const moved = isFiltered(filter)
        ? submissions.length - page.submissions.length
        : changes.waitingIn(filter.folder);
      const total = Math.max(0, page.total + moved);
      // The total of a filtered list counts only its matches. The newest page includes the rows that its total counts;
      // since an older page was requested, events may have counted more.
      if (!isFiltered(filter) && cursor === null) {
        queryClient.setQueryData(totalKey(formId, filter.folder), total);
      }
      return { ...page, submissions, total };
    },
    [changes, queryClient, formId, filter, isGone],
  );
  const readPage = useCallback(
    async (cursor: string | null) => {
      const read = () => fetchSubmissions(api, { formId, filter, cursor });
      // Only loaded rows are changed here, and a further page has others.
      return takeIn(cursor === null ? await changes.readBetween(read) : await read(), cursor);
    },
    [api, changes, formId, filter, takeIn],
  );

  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const isCurrent = changes.isSettled();
      const read = async () =>
        (isCurrent ? await takeFirstPage(queryClient, formId, filter) : null) ??
        (await fetchSubmissions(api, { formId, filter, cursor: null, signal }));
      return listOf(takeIn(await changes.readBetween(read)));
    },
    initialData: () => {
      // A page that was requested during a change may be older than it.
      const page = changes.isSettled() ? arrivedFirstPage(queryClient, formId, filter) : undefined;
      return page && listOf({ ...page, submissions: page.submissions.filter((row) => !isGone(row)) });
    },
    // The stream brings changes; a list that was left is read again on return.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: (_, before) => (isSameFolder(before?.queryKey, key) ? shown.current : undefined),
  });

  useEffect(() => {
    shown.current = query.data;
  });
  useEffect(() => dropFirstPage(queryClient, formId, filter), [queryClient, formId, filter]);

  const current = useCallback(() => queryClient.getQueryData<SubmissionList>(key), [queryClient, key]);
  const change = useCallback(
    (to: (list: SubmissionList) => SubmissionList) => {
      if (current()) return void queryClient.setQueryData<SubmissionList>(key, (list) => list && to(list));
      shown.current &&= to(shown.current);
      redraw();
    },
    [queryClient, key, current],
  );
  /** Shows a change of rows; those whose status no longer matches the filter leave the list until it does. */
  const show = useCallback(
    (ids: readonly string[], to: (row: Submission) => Submission) =>
      change((list) => {
        const next = changeRows(list, ids, to, (row) => hasStatusOf(filter, row.status) && !isGone(row));
        // In another order, only the service knows the positions of rows that return.
        return isSorted(filter) ? { ...next, left: [] } : next;
      }),
    [filter, isGone, change],
  );
  const further = useFurtherPages({ current, change, readPage });
  const rows = useMemo(() => (query.data ? rowsOf(query.data) : []), [query.data]);
  return { query, list: query.data, rows, current, change, show, readPage, ...further };
}

interface FurtherPages {
  readonly current: () => SubmissionList | undefined;
  readonly change: (to: (list: SubmissionList) => SubmissionList) => void;
  readonly readPage: (cursor: string | null) => Promise<SubmissionPage>;
}

/** Reads one further page at a time, in the direction in which rows are missing. */
function useFurtherPages({ current, change, readPage }: FurtherPages) {
  const [error, setError] = useState<unknown>(null);
  const isReading = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has its own pages to fail at
  useEffect(() => {
    setError(null);
    return () => {
      isReading.current = false;
    };
  }, [readPage]);

  const read = useCallback(
    async (cursor: string | null, take: (list: SubmissionList, page: SubmissionPage) => SubmissionList) => {
      if (isReading.current) return;
      isReading.current = true;
      try {
        const page = await readPage(cursor);
        change((list) => take(list, page));
        setError(null);
      } catch (failure) {
        setError(failure);
      } finally {
        isReading.current = false;
      }
    },
    [change, readPage],
  );

  const readAround = useCallback(
    (first: number, last: number) => {
      const list = current();
      if (!list) return;
      const loaded = rowsIn(list.pages);
      const readAhead = first === 0 ? readAheadAtTop : readAheadOnTheWay;
      // Pages of large submissions are short, so the read-ahead is limited to as many rows; otherwise reading would not
      // stop.
      const ahead = Math.min(readAhead, rowsIn(list.pages.slice(-pagesAhead)));
      const aheadOfNewer = Math.min(readAhead, rowsIn(list.pages.slice(0, pagesAhead)));
      const mark = list.marks.findLast(({ start }) => start <= first);
      const { newerCursor = null } = list.pages[0] ?? {};
      const { olderCursor = null } = list.pages.at(-1) ?? {};
      if (last < list.start && mark)
        void read(mark.cursor, (_, page) => ({ ...listAt(page, mark), marks: list.marks }));
      else if (first < list.start + aheadOfNewer && newerCursor !== null) {
        void read(newerCursor, (now, page) => addNewer(now, newerCursor, page));
      } else if (last >= list.start + loaded - ahead && olderCursor !== null) {
        void read(olderCursor, (now, page) => addOlder(now, olderCursor, page));
      }
    },
    [current, read],
  );
  return { readAround, readError: error };
}

/** Reads half a page ahead at the top, and three pages ahead while the reader scrolls. */
const readAheadAtTop = 100;
const readAheadOnTheWay = 600;
const pagesAhead = 3;

function rowsIn(pages: SubmissionList['pages']): number {
  return pages.reduce((sum, page) => sum + page.rows.length, 0);
}

function listAt(page: SubmissionPage, { start, cursor }: SubmissionList['marks'][number]): SubmissionList {
  return { ...listOf(page, cursor), start };
}

function isSameFolder(before: readonly unknown[] | undefined, now: readonly unknown[]): boolean {
  return before?.[1] === now[1] && before?.[2] === now[2];
}
