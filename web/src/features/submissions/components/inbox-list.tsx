import Inbox from 'virtual:lucide/inbox';
import SearchX from 'virtual:lucide/search-x';
import ShieldCheck from 'virtual:lucide/shield-check';
import type { RefObject } from 'react';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import type { useSubmissionList } from '#features/submissions/api/use-submission-list.ts';
import { ListSkeleton } from '#features/submissions/components/list-skeleton.tsx';
import { type GridHandle, SubmissionGrid } from '#features/submissions/components/submission-grid.tsx';
import { type Filter, isFiltered } from '#features/submissions/filter.ts';
import { spamNote } from '#features/submissions/spam-note.ts';
import type { useSelection } from '#features/submissions/use-selection.ts';
import { failureMessage } from '#lib/http.ts';

interface InboxListProps {
  readonly list: ReturnType<typeof useSubmissionList>;
  readonly filter: Filter;
  readonly grid: RefObject<GridHandle | null>;
  readonly currentId: string | null;
  readonly selecting: ReturnType<typeof useSelection>;
  readonly isNew: (id: string) => boolean;
  readonly onOpen: (id: string) => void;
  readonly onTop: () => void;
  readonly onClearFilter: () => void;
}

export function InboxList(props: InboxListProps) {
  const { list, filter, grid, currentId, selecting, isNew, onOpen, onTop, onClearFilter } = props;
  const { query, rows, readAround, readError } = list;
  if (query.isPending) return <ListSkeleton />;
  if (!list.list) return <QueryFailure title="The submissions could not be loaded" query={query} />;
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
        currentId={currentId}
        selected={ids}
        isNew={isNew}
        onOpen={onOpen}
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
  return (
    <EmptyState icon={Inbox} title="No submissions yet">
      Waiting for the first submission. Submissions appear here automatically.
    </EmptyState>
  );
}
