import ListChecks from 'virtual:lucide/list-checks';
import type { Attempt } from '@inlet/contracts/targets';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { useAttempts } from '#features/integrations/api/use-attempts.ts';
import { AttemptRow, columnsClass } from '#features/integrations/components/attempts/attempt-row.tsx';
import { failureMessage } from '#lib/http.ts';

export type Shown = 'all' | 'failed' | 'skipped';

interface AttemptListProps {
  readonly attempts: ReturnType<typeof useAttempts>;
  readonly formId: string;
  readonly shown: Shown;
  readonly selected: ReadonlySet<string>;
  readonly onOpen: (id: string) => void;
  readonly onToggle: (id: string) => void;
}

export function AttemptList({ attempts, formId, shown, selected, onOpen, onToggle }: AttemptListProps) {
  if (attempts.isPending) return <ListSkeleton />;
  if (!attempts.data) return <QueryFailure title="The log could not be loaded" query={attempts} />;
  const rows: readonly Attempt[] = attempts.data.pages.flatMap((page) => page.attempts);
  if (rows.length === 0) {
    return (
      <div className="border-line border-t">
        <EmptyState icon={ListChecks} title={emptyWords[shown].title}>
          {emptyWords[shown].text}
        </EmptyState>
      </div>
    );
  }
  return (
    <>
      <table className="block">
        <caption className="sr-only">Deliveries, newest first</caption>
        <thead className="block max-md:sr-only">
          <tr className={`${columnsClass} h-9 border-line border-t bg-sunken`}>
            <td />
            <Head>Time</Head>
            <Head>Event</Head>
            <Head>Result</Head>
            <Head className="text-right">Attempt</Head>
            <Head className="text-right">Duration</Head>
          </tr>
        </thead>
        <tbody className="block">
          {rows.map((attempt) => (
            <AttemptRow
              key={attempt.id}
              attempt={attempt}
              formId={formId}
              isSelected={selected.has(attempt.id)}
              onOpen={() => onOpen(attempt.id)}
              onToggle={() => onToggle(attempt.id)}
            />
          ))}
        </tbody>
      </table>
      {attempts.isFetchNextPageError && (
        <div className="border-line border-t p-4">
          <Notice tone="danger">{`Earlier deliveries could not be loaded. ${failureMessage(attempts.error)}`}</Notice>
        </div>
      )}
      {attempts.hasNextPage && (
        <div className="border-line border-t p-3">
          <Button
            isLoading={attempts.isFetchingNextPage}
            onClick={() => void attempts.fetchNextPage()}
            className="w-full"
          >
            Load more
          </Button>
        </div>
      )}
    </>
  );
}

const emptyWords: Readonly<Record<Shown, { readonly title: string; readonly text: string }>> = {
  all: {
    title: 'No deliveries yet',
    text: 'Send a test, or wait for the next submission. The log is kept for 30 days.',
  },
  failed: { title: 'Nothing failed', text: 'Every delivery of the last 30 days succeeded.' },
  skipped: { title: 'Nothing skipped', text: 'Every submission of the last 30 days met the conditions.' },
};

function Head({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <th scope="col" className={`text-left text-caption font-medium text-muted ${className}`}>
      {children}
    </th>
  );
}

function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading the log">
      {['first', 'second', 'third', 'fourth'].map((key) => (
        <div key={key} className="border-line border-t px-4 py-3 sm:px-6">
          <Skeleton className="h-5 w-4/5" />
        </div>
      ))}
    </div>
  );
}
