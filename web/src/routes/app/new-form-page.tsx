import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '#components/ui/button.tsx';
import { ForRole } from '#components/ui/for-role.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PageHeader, PageTitle } from '#components/ui/page.tsx';
import { useUsage } from '#features/usage/api/use-usage.ts';
import { formLimitReason } from '#features/usage/limit-reasons.ts';
import { useUpgrade } from '#routes/plan/use-upgrade.tsx';

// The head of the page does not wait for the form and its rules.
const CreateForm = lazy(async () => ({
  default: (await import('#features/forms/components/create-form.tsx')).CreateForm,
}));

export function NewFormPage() {
  return (
    <ForRole action="forms:write" level="page">
      <NewForm />
    </ForRole>
  );
}

function NewForm() {
  const navigate = useNavigate();
  const upgrade = useUpgrade();
  const reason = formLimitReason(useUsage().data, upgrade.isPossible);
  return (
    <div className="max-w-[40rem]">
      <PageTitle>Create Form</PageTitle>
      <PageHeader title="Create Form">
        <p className="mt-1 text-pretty text-muted">
          A form is an address that your website sends to, and the place where its submissions are kept.
        </p>
      </PageHeader>
      {reason !== null && (
        <div className="mb-8">
          <Notice
            tone="danger"
            action={
              upgrade.isPossible && (
                <Button onClick={() => upgrade.open(null)} className="self-start sm:self-auto">
                  Upgrade Plan
                </Button>
              )
            }
          >
            {reason}
          </Notice>
        </div>
      )}
      <Suspense>
        <CreateForm isFull={reason !== null} onCreated={(form) => void navigate(`/forms/${form.id}`)} />
      </Suspense>
      {upgrade.dialog}
    </div>
  );
}
