import { lazy, Suspense } from 'react';
import { ForRole } from '#components/ui/for-role.tsx';
import { columnClass, PageTitle } from '#components/ui/page.tsx';
import { FormSetup } from '#features/forms/components/form-setup.tsx';
import { useFormOfPage } from '#routes/form/form-frame.tsx';

const CheckPanel = lazy(async () => ({
  default: (await import('#features/forms/check/check-panel.tsx')).CheckPanel,
}));

export function SetupPage() {
  const { form, total } = useFormOfPage();
  return (
    <div className={`${columnClass} py-4`}>
      <ForRole action="forms:write">
        <PageTitle>{`Setup of ${form.name}`}</PageTitle>
        <FormSetup form={form} total={total} />
        <div className="mt-4 sm:mt-6">
          <Suspense fallback={null}>
            <CheckPanel formId={form.id} />
          </Suspense>
        </div>
      </ForRole>
    </div>
  );
}
