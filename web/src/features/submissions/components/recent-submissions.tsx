import type { Form } from '@inlet/contracts/forms';
import { lazy, Suspense } from 'react';
import { ListSkeleton } from '#features/submissions/components/list-skeleton.tsx';
import { loadInbox } from '#features/submissions/load-inbox.ts';
import { useFilter } from '#features/submissions/use-filter.ts';

// The page's head is shown without waiting for the list, whose machinery weighs as much as the rest of the page.
const SubmissionInbox = lazy(async () => ({ default: (await loadInbox()).SubmissionInbox }));

/** The submissions of a form, or its spam. */
export function RecentSubmissions({ form }: { form: Form }) {
  const { filter, changeFilter } = useFilter();
  return (
    <section aria-labelledby="submissions-heading">
      <h2 id="submissions-heading" className="sr-only">
        Recent Submissions
      </h2>
      <Suspense fallback={<ListSkeleton />}>
        <SubmissionInbox form={form} filter={filter} changeFilter={changeFilter} />
      </Suspense>
    </section>
  );
}
