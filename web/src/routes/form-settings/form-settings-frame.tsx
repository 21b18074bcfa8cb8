import type { Form } from '@inlet/contracts/forms';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { BackLink } from '#components/ui/back-link.tsx';
import { ForRole } from '#components/ui/for-role.tsx';
import { NavigationLink } from '#components/ui/navigation-link.tsx';
import { PageHeader, PageTitle } from '#components/ui/page.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { useForm } from '#features/forms/api/use-form.ts';
import { FormSettingsSkeleton } from '#features/forms/settings/components/form-settings-skeleton.tsx';
import { FormNotFound, isMissingForm } from '#routes/form/form-not-found.tsx';

interface FormSettingsFrameProps {
  /** The subject of the page. */
  readonly title: string;
  readonly children: (form: Form) => ReactNode;
}

/** One page of a form's settings, and links to the others. */
export function FormSettingsFrame(props: FormSettingsFrameProps) {
  return (
    <ForRole action="forms:write" level="page">
      <Frame {...props} />
    </ForRole>
  );
}

function Frame({ title, children }: FormSettingsFrameProps) {
  const { id = '' } = useParams();
  const form = useForm(id);
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
    <>
      <PageTitle>{form.data ? `${title} of ${form.data.name}` : 'Form Settings'}</PageTitle>
      <PageHeader above={<BackLink to={`/forms/${id}`} />} title="Form Settings">
        <p className="mt-1 min-h-6 truncate text-muted">{form.data?.name}</p>
      </PageHeader>
      <div className="grid grid-cols-1 items-start gap-x-12 gap-y-6 md:grid-cols-[10rem_minmax(0,48rem)]">
        <nav aria-label="Form settings" className="-mx-3 flex flex-wrap gap-1 md:flex-col md:items-start">
          <NavigationLink to={`/forms/${id}/settings`}>General</NavigationLink>
          <NavigationLink to={`/forms/${id}/settings/after-sending`}>After sending</NavigationLink>
          <NavigationLink to={`/forms/${id}/settings/closing`}>Open and close</NavigationLink>
          <NavigationLink to={`/forms/${id}/settings/notifications`}>Notifications</NavigationLink>
          <NavigationLink to={`/forms/${id}/settings/spam`}>Spam filter</NavigationLink>
          <NavigationLink to={`/forms/${id}/settings/retention`}>Retention</NavigationLink>
        </nav>
        {form.data ? (
          children(form.data)
        ) : (
          <div role="status" aria-label="Loading the form's settings">
            <FormSettingsSkeleton />
          </div>
        )}
      </div>
    </>
  );
}
