import { lazy, Suspense } from 'react';
import { ForRole } from '#components/ui/for-role.tsx';
import { columnClass, PageTitle } from '#components/ui/page.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { SectionsSkeleton } from '#components/ui/sections-skeleton.tsx';
import { useFormPage } from '#features/forms/page/api/use-form-page.ts';
import { usePageRules } from '#features/forms/page/api/use-page-fields.ts';
import { useFormOfPage } from '#routes/form/form-frame.tsx';

const PageEditor = lazy(async () => ({
  default: (await import('#features/forms/page/page-editor.tsx')).PageEditor,
}));

export function HostedPagePage() {
  const { form } = useFormOfPage();
  return (
    <div className={`${columnClass} py-4`}>
      <ForRole action="forms:write">
        <PageTitle>{`Page of ${form.name}`}</PageTitle>
        <LoadedEditor />
      </ForRole>
    </div>
  );
}

function LoadedEditor() {
  const { form } = useFormOfPage();
  const page = useFormPage(form.id);
  const rules = usePageRules(form.id);
  const failed = [page, rules].find(({ isError, data }) => isError && !data);
  if (failed) return <QueryFailure title="The page could not be loaded" query={failed} />;
  const loading = <SectionsSkeleton label="Loading the page" />;
  if (!page.data || !rules.data) return loading;
  return (
    <Suspense fallback={loading}>
      <PageEditor key={form.id} form={form} page={page.data} rules={rules.data} />
    </Suspense>
  );
}
