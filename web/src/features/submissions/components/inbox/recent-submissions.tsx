import type { Form } from '@inlet/contracts/forms';
import { lazy, Suspense, useState } from 'react';
import { ListSkeleton } from '#features/submissions/components/list/list-skeleton.tsx';
import { loadedInbox, loadInbox } from '#features/submissions/load-inbox.ts';
import { useFilter } from '#features/submissions/use-filter.ts';

// The page's head is shown without waiting for the list, whose machinery weighs as much as the rest of the page.
const LazyInbox = lazy(async () => ({ default: await loadInbox() }));

/** The submissions of a form, or its spam. */
export function RecentSubmissions({ form }: { form: Form }) {
  const { filter, changeFilter } = useFilter();
  // Once React has shown a fallback it keeps it for 300 ms, also where the list is there already. The choice stays:
  // with another component the list would lose its place.
  const [SubmissionInbox] = useState(() => loadedInbox() ?? LazyInbox);
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
