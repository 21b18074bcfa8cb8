import { useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { BackLink } from '#components/ui/back-link.tsx';
import { PageHeader, PageTitle } from '#components/ui/page.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { useForm } from '#features/forms/api/use-form.ts';
import { DangerZone } from '#features/forms/settings/components/danger-zone.tsx';
import { FormSettings } from '#features/forms/settings/components/form-settings.tsx';
import { FormSettingsSkeleton } from '#features/forms/settings/components/form-settings-skeleton.tsx';
import { FormNotFound, isMissingForm } from '#routes/form-not-found.tsx';

export function FormSettingsPage() {
  const { id = '' } = useParams();
  const form = useForm(id);
  const [isDeleted, setIsDeleted] = useState(false);
  if (isDeleted) return <Navigate to="/forms" />;
  if (form.isError && isMissingForm(form.error)) return <FormNotFound />;
  if (form.isError && !form.data) {
    return (
      <>
        <PageTitle>Form Settings</PageTitle>
        <QueryFailure level="page" title="This form could not be loaded" query={form} />
      </>
    );
  }
  return (
    <div className="mx-auto max-w-[40rem]">
      <PageTitle>{form.data ? `Settings of ${form.data.name}` : 'Form Settings'}</PageTitle>
      <PageHeader above={<BackLink to={`/forms/${id}`} />} title="Form Settings">
        <p className="mt-1 min-h-6 truncate text-muted">{form.data?.name}</p>
      </PageHeader>
      {form.data ? (
        <div className="grid grid-cols-1 gap-12">
          <FormSettings key={id} form={form.data} />
          <DangerZone form={form.data} onDeleted={() => setIsDeleted(true)} />
        </div>
      ) : (
        <div role="status" aria-label="Loading the form's settings">
          <FormSettingsSkeleton />
        </div>
      )}
    </div>
  );
}
