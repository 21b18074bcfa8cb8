import Download from 'virtual:lucide/download';
import History from 'virtual:lucide/rotate-ccw-clock';
import SearchX from 'virtual:lucide/search-x';
import type { AuditEvent } from '@inlet/contracts/audit';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '#components/ui/button.tsx';
import { DocsLink } from '#components/ui/docs-link.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { FileState } from '#components/ui/file-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { Section } from '#components/ui/section.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { type ActivityFilter as Filter, useActivity } from '#features/activity/api/use-activity.ts';
import { useActivityFile } from '#features/activity/api/use-activity-file.ts';
import { useActors } from '#features/activity/api/use-actors.ts';
import { ActivityFilter } from '#features/activity/components/activity-filter.tsx';
import { ActivityRow } from '#features/activity/components/activity-row.tsx';
import { failureMessage } from '#lib/http.ts';

export function Activity() {
  const [filter, changeFilter] = useActivityFilter();
  const file = useActivityFile(filter);
  return (
    <Section
      title="Activity"
      intro={
        <>
          A log of the actions in this workspace. The file has one event a line, as JSON.{' '}
          <DocsLink page="workspaces#activity">Activity in the documentation</DocsLink>
        </>
      }
      action={
        file.state.status === 'running' ? (
          <Button onClick={file.cancel} className="self-start sm:self-auto">
            Cancel
          </Button>
        ) : (
          <Button onClick={file.start} className="self-start sm:self-auto">
            <Download aria-hidden size={16} strokeWidth={1.75} />
            Download NDJSON
          </Button>
        )
      }
    >
      <div className="mb-6 empty:hidden">
        <FileState state={file.state} />
      </div>
      <ActivityFilter filter={filter} onChange={changeFilter} />
      {/* Another filter begins a new list. */}
      <ActivityList key={`${filter.actor} ${filter.action}`} filter={filter} />
    </Section>
  );
}

/** The filter is part of the address, so that a link can show the same events. */
function useActivityFilter() {
  const [params, setParams] = useSearchParams();
  const filter: Filter = { actor: params.get('actor') ?? '', action: params.get('action') ?? '' };
  function change(next: Partial<Filter>) {
    const chosen = Object.entries({ ...filter, ...next }).filter(([, value]) => value !== '');
    setParams(new URLSearchParams(chosen), { replace: true, preventScrollReset: true });
  }
  return [filter, change] as const;
}

function ActivityList({ filter }: { filter: Filter }) {
  const activity = useActivity(filter);
  const emails = useActors().data?.emails ?? [];
  const onlyMember = emails.length === 1 ? (emails[0] ?? null) : null;
  const events = activity.data?.pages.flatMap((page) => page.events);
  const list = useFocusOnFirstNew(events);
  if (events?.length === 0 && (filter.actor !== '' || filter.action !== '')) {
    return (
      <EmptyState icon={SearchX} title="No events found">
        Nothing matches this author and this action.
      </EmptyState>
    );
  }
  if (events?.length === 0) {
    return (
      <EmptyState icon={History} title="Nothing has happened yet">
        Sign-ins, changes of forms, exports and deletions appear here.
      </EmptyState>
    );
  }
  if (events) {
    return (
      <>
        <ol ref={list} aria-label="Activity" className="-mt-3 divide-y divide-line">
          {events.map((event) => (
            <ActivityRow key={event.id} event={event} onlyMember={onlyMember} />
          ))}
        </ol>
        {activity.isFetchNextPageError && (
          <div className="mt-4">
            <Notice tone="danger">{`Earlier activity could not be loaded. ${failureMessage(activity.error)}`}</Notice>
          </div>
        )}
        {activity.hasNextPage && (
          <Button
            isLoading={activity.isFetchingNextPage}
            onClick={() => void activity.fetchNextPage()}
            className="mt-4 w-full"
          >
            {activity.isFetchNextPageError ? 'Try again' : 'Load more'}
          </Button>
        )}
      </>
    );
  }
  if (activity.isError) return <QueryFailure title="Your activity could not be loaded" query={activity} />;
  return <ActivitySkeleton />;
}

function ActivitySkeleton() {
  return (
    <div role="status" aria-label="Loading your activity" className="-mt-3 divide-y divide-line">
      {['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map((key) => (
        <div key={key} className="py-3">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="mt-1 h-5 w-4/5" />
        </div>
      ))}
    </div>
  );
}

/** The button disappears with the last page, so the focus moves to the first new row. */
function useFocusOnFirstNew(events: readonly AuditEvent[] | undefined) {
  const list = useRef<HTMLOListElement>(null);
  const shown = useRef(0);
  const count = events?.length ?? 0;
  useEffect(() => {
    const firstNew = list.current?.children[shown.current];
    if (shown.current > 0 && firstNew instanceof HTMLElement) firstNew.focus({ preventScroll: true });
    shown.current = count;
  }, [count]);
  return list;
}
