import { lazy, Suspense, useState } from 'react';
import { useFirstPage } from '#features/submissions/api/first-page.ts';
import { RecentSubmissions } from '#features/submissions/components/inbox/recent-submissions.tsx';
import { useFilter } from '#features/submissions/use-filter.ts';
import { useListedFilter } from '#features/submissions/use-listed-filter.ts';
import { useRights } from '#lib/person/use-rights.ts';
import { useFormOfPage } from '#routes/form/form-frame.tsx';

// Most forms have submissions.
const FormSetup = lazy(async () => ({
  default: (await import('#features/forms/components/form-setup.tsx')).FormSetup,
}));

/** The inbox of a form, or its spam. A form without submissions shows how to get the first one. */
export function InboxPage() {
  const { form, total, isNew } = useFormOfPage();
  const { filter } = useFilter();
  const may = useRights();
  // The component stays mounted when the first submission arrives.
  const [wasNew] = useState(isNew);
  return (
    <>
      <RecentSubmissions form={form} />
      {wasNew && filter.folder === 'inbox' && may('forms:write') && (
        <Suspense>
          <FormSetup form={form} total={total} />
        </Suspense>
      )}
    </>
  );
}

/** Requests the first page of the list. */
export function FirstPage({ formId }: { formId: string }) {
  useFirstPage(formId, useListedFilter(useFilter().filter).listed);
  return null;
}
