import type { Form } from '@inlet/contracts/forms';
import { lazy, Suspense } from 'react';
import { Card } from '#components/ui/card.tsx';
import { useSpamTotal } from '#features/submissions/api/use-submission-total.ts';
import { FolderTabs } from '#features/submissions/components/folder-tabs.tsx';
import { ListSkeleton } from '#features/submissions/components/list-skeleton.tsx';
import { loadInbox } from '#features/submissions/load-inbox.ts';
import { useFilter } from '#features/submissions/use-filter.ts';

// The page's head is shown without waiting for the list, whose machinery weighs as much as the rest of the page.
const SubmissionInbox = lazy(async () => ({ default: (await loadInbox()).SubmissionInbox }));
// Few people open it, so it is loaded on demand.
const RefusedRequests = lazy(async () => ({
  default: (await import('#features/submissions/components/refused-requests.tsx')).RefusedRequests,
}));

/** The submissions of a form, its spam, and its refused requests. */
export function RecentSubmissions({ form }: { form: Form }) {
  const { filter, changeFilter } = useFilter();
  const spamTotal = useSpamTotal(form.id);
  return (
    <section aria-labelledby="submissions-heading">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id="submissions-heading" className="text-heading font-semibold">
          Recent Submissions
        </h2>
        <FolderTabs folder={filter.folder} spamTotal={spamTotal} />
      </div>
      {filter.folder === 'refused' ? (
        <Card>
          <Suspense fallback={<ListSkeleton />}>
            <RefusedRequests formId={form.id} />
          </Suspense>
        </Card>
      ) : (
        <Suspense
          fallback={
            <Card>
              <ListSkeleton />
            </Card>
          }
        >
          <SubmissionInbox form={form} filter={filter} changeFilter={changeFilter} />
        </Suspense>
      )}
    </section>
  );
}
