import type { Submission } from '@inlet/contracts/submissions';
import { Inbox } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Failure } from '#components/ui/failure.tsx';
import { useLatestSubmissions } from '#features/submissions/api/use-latest-submissions.ts';
import { useSubmissions } from '#features/submissions/api/use-submissions.ts';
import { LiveMark } from '#features/submissions/components/live-mark.tsx';
import { SubmissionsTable, SubmissionsTableSkeleton } from '#features/submissions/components/submissions-table.tsx';
import { failureMessage } from '#lib/http.ts';

// Its machinery would take the page over what a first load may weigh.
const SubmissionDialog = lazy(async () => ({
  default: (await import('#features/submissions/components/submission-dialog.tsx')).SubmissionDialog,
}));

export function RecentSubmissions({ formId }: { formId: string }) {
  const submissions = useSubmissions(formId);
  const { arrived, isInterrupted } = useLatestSubmissions(formId, submissions.data);
  const [opened, setOpened] = useState<Submission | null>(null);
  const [hasOpened, setHasOpened] = useState(false);

  function open(submission: Submission) {
    setOpened(submission);
    setHasOpened(true);
  }

  if (submissions.isPending) {
    return (
      <Frame>
        <SubmissionsTableSkeleton />
      </Frame>
    );
  }
  if (!submissions.data) {
    return (
      <Frame>
        <Failure
          title="The submissions could not be loaded"
          message={failureMessage(submissions.error)}
          isRetrying={submissions.isFetching}
          onRetry={() => void submissions.refetch()}
        />
      </Frame>
    );
  }

  const rows = submissions.data.pages.flatMap((page) => page.submissions);
  return (
    <Frame mark={<LiveMark isInterrupted={isInterrupted} arrivals={arrived.size} />}>
      {rows.length === 0 ? (
        <EmptyState icon={Inbox} title="No submissions yet">
          Send one to the endpoint above. It appears here by itself.
        </EmptyState>
      ) : (
        <SubmissionsTable submissions={rows} arrived={arrived} onOpen={open} />
      )}
      {submissions.hasNextPage && (
        <div className="flex flex-col items-center gap-2 border-line border-t p-4">
          {submissions.isFetchNextPageError && (
            <p role="alert" className="text-small text-danger">
              {failureMessage(submissions.error)}
            </p>
          )}
          <Button onClick={() => void submissions.fetchNextPage()} isLoading={submissions.isFetchingNextPage}>
            Load more
          </Button>
        </div>
      )}
      {hasOpened && (
        <Suspense>
          <SubmissionDialog submission={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </Frame>
  );
}

function Frame({ mark, children }: { mark?: ReactNode; children: ReactNode }) {
  return (
    <section aria-labelledby="submissions-heading">
      <div className="mb-4 flex h-6 items-center justify-between gap-4">
        <h2 id="submissions-heading" className="text-heading font-semibold">
          Recent Submissions
        </h2>
        {mark}
      </div>
      <Card className="overflow-hidden">{children}</Card>
    </section>
  );
}
