import ArrowDownUp from 'virtual:lucide/arrow-down-up';
import Inbox from 'virtual:lucide/inbox';
import SearchX from 'virtual:lucide/search-x';
import ShieldCheck from 'virtual:lucide/shield-check';
import { sortedMax } from '@inlet/contracts/submission-limits';
import { type RefObject, useEffect } from 'react';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import type { useSubmissionList } from '#features/submissions/api/use-submission-list.ts';
import type { Sorting } from '#features/submissions/components/list/grid-head.tsx';
import { ListSkeleton } from '#features/submissions/components/list/list-skeleton.tsx';
import { type GridHandle, SubmissionGrid } from '#features/submissions/components/list/submission-grid.tsx';
import type { Column } from '#features/submissions/fields.ts';
import { type Filter, isFiltered } from '#features/submissions/filter.ts';
import { spamNote } from '#features/submissions/spam-note.ts';
import type { useSelection } from '#features/submissions/use-selection.ts';
import { ApiError, failureMessage } from '#lib/http.ts';
import { formatNumber } from '#lib/wording.ts';

interface InboxListProps {
  readonly list: ReturnType<typeof useSubmissionList>;
  readonly filter: Filter;
  /** Whether no submission arrived before this page was opened. */
  readonly isNewForm: boolean;
  readonly grid: RefObject<GridHandle | null>;
  readonly columns: readonly Column[];
  readonly currentId: string | null;
  readonly openedId: string | null;
  readonly sorting: Sorting;
  readonly selecting: ReturnType<typeof useSelection>;
  readonly isNew: (id: string) => boolean;
  readonly onOpen: (id: string) => void;
  readonly onStar: (id: string) => void;
  readonly onResize: (name: string, width: number) => void;
  readonly onTop: () => void;
  readonly onClearFilter: () => void;
}

export function InboxList(props: InboxListProps) {
  const { list, filter, isNewForm, grid, columns, currentId, openedId, sorting, selecting, isNew } = props;
  const { onOpen, onStar, onResize, onTop, onClearFilter } = props;
  const { query, rows, readAround, readError } = list;
  useFurtherSearch(list);
  // A new form has nothing to wait for.
  if (query.isPending && isNewForm) return <NothingHere filter={filter} onClearFilter={onClearFilter} />;
  if (query.isPending) return <ListSkeleton />;
  if (!list.list) {
    if (query.error instanceof ApiError && query.error.code === 'too_many_to_sort') {
      return <TooMany onNewestFirst={() => sorting.change({ sort: '', order: '' })} />;
    }
    return <QueryFailure title="The submissions could not be loaded" query={query} />;
  }
  const { start, pages } = list.list;
  const isEnd = (pages.at(-1)?.olderCursor ?? null) === null;
  if (rows.length === 0 && start === 0 && isEnd) return <NothingHere filter={filter} onClearFilter={onClearFilter} />;
  const { ids } = selecting.selection;
  return (
    <div aria-busy={query.isPlaceholderData} className={query.isPlaceholderData ? 'opacity-60' : ''}>
      <SubmissionGrid
        handle={grid}
        rows={rows}
        start={start}
        total={isEnd ? start + rows.length : -1}
        columns={columns}
        currentId={currentId}
        openedId={openedId}
        sorting={sorting}
        selected={ids}
        isNew={isNew}
        onOpen={onOpen}
        onStar={onStar}
        onResize={onResize}
        onToggle={selecting.toggle}
        onToggleAll={ids.size >= rows.length ? selecting.clear : selecting.selectLoaded}
        onView={readAround}
        onTop={onTop}
      />
      {!isEnd && (
        <div className="flex h-16 items-center justify-center gap-4 px-4 text-small text-muted">
          {readError ? (
            <>
              <p role="alert" className="text-danger">
                {failureMessage(readError)}
              </p>
              <Button onClick={() => readAround(start + rows.length, start + rows.length)}>Try again</Button>
            </>
          ) : (
            <Spinner label="Loading older submissions" />
          )}
        </div>
      )}
    </div>
  );
}

/** A search that took too long goes on by itself until it has filled a page. */
function useFurtherSearch({ list, rows, readAround, readError }: InboxListProps['list']): void {
  const cursor = list?.pages.at(-1)?.olderCursor ?? null;
  const isUnderWay = list?.found.search?.isComplete === false && cursor !== null && readError === null;
  const end = (list?.start ?? 0) + rows.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has a cursor of its own, also one without rows
  useEffect(() => {
    if (isUnderWay) readAround(end, end);
  }, [isUnderWay, cursor, readAround]);
}

/** Leaves room for the setup, which stands below it. */
function NoneYet() {
  return (
    <div className="my-4 flex items-center gap-4 rounded-large border border-line bg-surface px-4 py-4 shadow-raised sm:px-6">
      <Inbox aria-hidden size={20} strokeWidth={1.75} className="shrink-0 text-muted" />
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

function NothingHere({ filter, onClearFilter }: { filter: Filter; onClearFilter: () => void }) {
  if (isFiltered(filter)) {
    return (
      <EmptyState
        icon={SearchX}
        title="No submissions found"
        action={<Button onClick={onClearFilter}>Clear the filter</Button>}
      >
        Nothing here matches what you are looking for.
      </EmptyState>
    );
  }
  if (filter.folder === 'spam') {
    return (
      <EmptyState icon={ShieldCheck} title="No spam">
        What looks like spam, and what you mark as spam, is kept here with its reasons. {spamNote}
      </EmptyState>
    );
  }
  return <NoneYet />;
}
