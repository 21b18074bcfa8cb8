import { lazy, Suspense } from 'react';
import { Button } from '#components/ui/button.tsx';
import { DocsLink } from '#components/ui/docs-link.tsx';
import { ForRole } from '#components/ui/for-role.tsx';
import { columnClass, PageTitle } from '#components/ui/page.tsx';
import { SectionsSkeleton } from '#components/ui/sections-skeleton.tsx';
import { useForgetTotal } from '#features/submissions/api/use-forget-total.ts';
import { useFormOfPage } from '#routes/form/form-frame.tsx';
import { useUpgrade } from '#routes/plan/use-upgrade.tsx';

// It reads files of many kinds, which takes as much code as the rest of the page.
const ImportSubmissions = lazy(async () => ({
  default: (await import('#features/imports/components/import-submissions.tsx')).ImportSubmissions,
}));

/** Brings the submissions of a file into a form. */
export function ImportPage() {
  const { form } = useFormOfPage();
  const upgrade = useUpgrade();
  const forgetTotal = useForgetTotal(form.id);
  return (
    <div className={`${columnClass} py-4`}>
      <ForRole action="submissions:write">
        <PageTitle>{`Import into ${form.name}`}</PageTitle>
        <header className="mb-4">
          <h2 className="text-heading font-semibold">Import submissions</h2>
          <p className="text-small text-muted">
            They keep their dates, send no mail, and do not count toward the monthly limit.{' '}
            <DocsLink page="exports#import-submissions">More about imports</DocsLink>
          </p>
        </header>
        <Suspense fallback={<SectionsSkeleton label="Loading the import" />}>
          <ImportSubmissions
            key={form.id}
            formId={form.id}
            onChanged={forgetTotal}
            offer={upgrade.isPossible && <Button onClick={() => upgrade.open(null)}>Upgrade Plan</Button>}
          />
        </Suspense>
        {upgrade.dialog}
      </ForRole>
    </div>
  );
}
