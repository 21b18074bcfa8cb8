import type { Form } from '@inlet/contracts/forms';
import { lazy, Suspense, useState } from 'react';
import { ListSkeleton } from '#features/submissions/components/list/list-skeleton.tsx';
import { loadedInbox, loadInbox } from '#features/submissions/load-inbox.ts';
import { useFilter } from '#features/submissions/use-filter.ts';

// The head of the page does not wait for the list, whose code weighs as much as the rest of the page.
const LazyInbox = lazy(async () => ({ default: await loadInbox() }));

/** The submissions of a form, or its spam. */
export function RecentSubmissions({ form }: { form: Form }) {
  const { filter, changeFilter } = useFilter();
  // React keeps a fallback for 300 ms once it is shown, even if the list has loaded by then. The choice must not
  // change: another component would reset the list's position.
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
