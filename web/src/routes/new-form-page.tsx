import { useNavigate } from 'react-router-dom';
import { PageHeader, PageTitle } from '#components/ui/page.tsx';
import { CreateForm } from '#features/forms/components/create-form.tsx';

export function NewFormPage() {
  const navigate = useNavigate();
  return (
    <div className="mx-auto max-w-[40rem]">
      <PageTitle>Create Form</PageTitle>
      <PageHeader title="Create Form">
        <p className="mt-1 text-pretty text-muted">
          A form is an address that your website sends to, and the place where its submissions are kept.
        </p>
      </PageHeader>
      <CreateForm onCreated={(form) => void navigate(`/forms/${form.id}`)} />
    </div>
  );
}
