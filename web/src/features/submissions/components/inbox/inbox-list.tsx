import ArrowDownUp from 'virtual:lucide/arrow-down-up';
import CheckCheck from 'virtual:lucide/check-check';
import InboxIcon from 'virtual:lucide/inbox';
import SearchX from 'virtual:lucide/search-x';
import ShieldCheck from 'virtual:lucide/shield-check';
import { formatNumber } from '@inlet/contracts/counts';
import { sortedMax } from '@inlet/contracts/submission-limits';
import type { Submission } from '@inlet/contracts/submissions';
import { useCallback, useEffect } from 'react';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { useFields, useUpdateFields } from '#features/submissions/api/use-fields.ts';
import { useSubmissionTotal } from '#features/submissions/api/use-submission-total.ts';
import { ListSkeleton } from '#features/submissions/components/list/list-skeleton.tsx';
import { SubmissionGrid } from '#features/submissions/components/list/submission-grid.tsx';
import { isFiltered, noFilter } from '#features/submissions/filter.ts';
import { type Inbox, useInbox } from '#features/submissions/inbox/inbox-context.ts';
import { keepChoice } from '#features/submissions/kept-choice.ts';
import { isEmptyList, isLoadedToEnd, type SubmissionList } from '#features/submissions/list/submission-list.ts';
import { spamNote } from '#features/submissions/spam-note.ts';
import { useColumns } from '#features/submissions/use-columns.ts';
import { useNarrowList } from '#features/submissions/use-list-layout.ts';
import { ApiError, failureMessage } from '#lib/http.ts';
import { useRights } from '#lib/person/use-rights.ts';

/** The rows, or the reason for an empty list. */
export function InboxList() {
  const { form, filter, changeFilter, list } = useInbox();
  const { query } = list;
  const areFieldsLoading = useFields(form.id).isLoading;
  useFurtherSearch(list);
  if (list.list && !isEmptyList(list.list)) {
    // Guessed columns would be replaced a moment later: others, with labels.
    return areFieldsLoading ? <ListSkeleton /> : <LoadedRows list={list.list} />;
  }
  // A form without submissions has nothing to wait for.
  const isNewForm = filter.folder === 'inbox' && form.submissionCount === 0 && !isFiltered(filter);
  if (query.isPending && !isNewForm) return <ListSkeleton />;
  if (list.list || query.isPending) {
    return <NothingHere />;
  }
  if (query.error instanceof ApiError && query.error.code === 'too_many_to_sort') {
    return <TooMany onNewestFirst={() => changeFilter({ sort: '', order: '' })} />;
  }
  return <QueryFailure title="The submissions could not be loaded" query={query} />;
}

function LoadedRows({ list }: { list: SubmissionList }) {
  const { form, filter, changeFilter, fields, live, opened, state, dispatch, grid, ...inbox } = useInbox();
  const { query, rows, readAround } = inbox.list;
  const { apply } = inbox.states;
  const { openedId, open: openInAddress } = opened;
  const { ids } = state.selection;
  const updateFields = useUpdateFields(form.id);
  const isNarrow = useNarrowList(openedId !== null);
  const columns = useColumns(fields, isNarrow);
  const isEnd = isLoadedToEnd(list);
  const may = useRights();
  const mayChange = may('submissions:write');

  // Every row is rendered again when one of these callbacks changes.
  const open = useCallback(
    (id: string) => {
      dispatch({ type: 'move', toId: id });
      // A press outside the row's button also focuses the row, because keys act on the focused row.
      grid.current?.focus(id);
      openInAddress(id);
    },
    [dispatch, grid, openInAddress],
  );
  const toggle = useCallback((id: string, isRange: boolean) => dispatch({ type: 'toggle', id, isRange }), [dispatch]);
  const star = useCallback(
    (row: Submission) => apply([row], { isStarred: !row.isStarred }, { isQuiet: true }),
    [apply],
  );

  return (
    <div aria-busy={query.isPlaceholderData} className={query.isPlaceholderData ? 'opacity-60' : ''}>
      <SubmissionGrid
        handle={grid}
        rows={rows}
        start={list.start}
        total={isEnd ? list.start + rows.length : -1}
        columns={columns}
        roles={form.fieldRoles}
        isNarrow={isNarrow}
        currentId={state.currentId ?? openedId}
        openedId={openedId}
        sorting={{ by: filter, change: changeFilter }}
        selected={ids}
        isNew={live.isNew}
        onOpen={open}
        onFocus={(id) => dispatch({ type: 'move', toId: id })}
        onStar={mayChange ? star : null}
        onResize={
          may('forms:write')
            ? (name, width) =>
                updateFields.mutate(fields.map((field) => (field.name === name ? { ...field, width } : field)))
            : null
        }
        onToggle={mayChange ? toggle : null}
        onToggleAll={() => dispatch({ type: ids.size >= rows.length ? 'clear-selection' : 'select-loaded' })}
        onView={readAround}
        onTop={live.showWaiting}
      />
      {!isEnd && <OlderRows end={list.start + rows.length} />}
    </div>
  );
}

/** Shown below the last row while older rows are read. */
function OlderRows({ end }: { end: number }) {
  const { readAround, readError } = useInbox().list;
  return (
    <div className="flex h-16 items-center justify-center gap-4 px-4 text-small text-muted">
      {readError ? (
        <>
          <p role="alert" className="text-danger">
            {failureMessage(readError)}
          </p>
          <Button onClick={() => readAround(end, end)}>Try again</Button>
        </>
      ) : (
        <Spinner label="Loading older submissions" />
      )}
    </div>
  );
}

/** A search that took too long continues automatically until it has filled a page. */
function useFurtherSearch({ list, rows, readAround, readError }: Inbox['list']): void {
  const cursor = list?.pages.at(-1)?.olderCursor ?? null;
  const isUnderWay = list?.found.search?.isComplete === false && cursor !== null && readError === null;
  const end = (list?.start ?? 0) + rows.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has a cursor of its own, also one without rows
  useEffect(() => {
    if (isUnderWay) readAround(end, end);
  }, [isUnderWay, cursor, readAround]);
}

/** Leaves space for the setup below it. */
function NoneYet() {
  return (
    <div className="my-4 flex items-center gap-4 rounded-large border border-line bg-surface px-4 py-4 shadow-raised sm:px-6">
      <InboxIcon aria-hidden size={20} strokeWidth={1.75} className="shrink-0 text-muted" />
      <div>
        <h2 className="font-semibold">No submissions yet</h2>
        <p className="text-small text-muted">
          Waiting for the first submission. Submissions appear here automatically.
        </p>
      </div>
    </div>
  );
}

function TooMany({ onNewestFirst }: { onNewestFirst: () => void }) {
  return (
    <EmptyState
      icon={ArrowDownUp}
      title="Too many submissions to sort"
      action={<Button onClick={onNewestFirst}>Show the newest first</Button>}
    >
      {`A field can sort up to ${formatNumber(sortedMax)} submissions. Filter the list first.`}
    </EmptyState>
  );
}

function NothingHere() {
  const { form, filter, hidesDone, changeFilter } = useInbox();
  const total = useSubmissionTotal(form.id, 'inbox') ?? form.submissionCount;
  const showDone = <Button onClick={() => keepChoice('hide-done', false)}>Show done</Button>;
  if (isFiltered(filter)) {
    return (
      <EmptyState
        icon={SearchX}
        title="No submissions found"
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button onClick={() => changeFilter(noFilter)}>Clear the filter</Button>
            {hidesDone && showDone}
          </div>
        }
      >
        {`Nothing here matches what you are looking for.${hidesDone ? ' Done submissions are hidden.' : ''}`}
      </EmptyState>
    );
  }
  if (hidesDone && total > 0) {
    return (
      <EmptyState icon={CheckCheck} title="All done" action={showDone}>
        No submission is open. Done ones are hidden.
      </EmptyState>
    );
  }
  if (filter.folder === 'spam') {
    return (
      <EmptyState icon={ShieldCheck} title="No spam">
        What looks like spam, and what is marked as spam, is kept here with its reasons. {spamNote}
      </EmptyState>
    );
  }
  return <NoneYet />;
}
