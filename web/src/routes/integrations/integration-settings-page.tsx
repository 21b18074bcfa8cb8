import { lazy, Suspense } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { BackLink } from '#components/ui/back-link.tsx';
import { ForRole } from '#components/ui/for-role.tsx';
import { PageHeader, PageTitle } from '#components/ui/page.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { WhenField } from '#routes/form/when-field.tsx';
import { IntegrationFrame } from '#routes/integrations/integration-frame.tsx';

// The form weighs as much as the rest of the page.
const TargetSettings = lazy(async () => ({
  default: (await import('#features/integrations/components/settings/target-settings.tsx')).TargetSettings,
}));

export function IntegrationSettingsPage() {
  return (
    <ForRole action="integrations:manage" level="page">
      <Page />
    </ForRole>
  );
}

function Page() {
  const { id = '', targetId = '' } = useParams();
  const navigate = useNavigate();
  const list = `/forms/${id}/integrations`;
  const base = `${list}/${targetId}`;
  return (
    <IntegrationFrame targetId={targetId} base={list}>
      {(target) => (
        <div className="max-w-[44rem]">
          <PageTitle>{`Settings of ${target.name}`}</PageTitle>
          <PageHeader above={<BackLink to={base} />} title="Integration settings">
            <p className="mt-1 min-h-6 truncate text-muted">{target.name}</p>
          </PageHeader>
          <Suspense fallback={<Skeleton className="h-[32rem] w-full rounded-large" />}>
            <TargetSettings
              key={targetId}
              target={target}
              base={base}
              whenField={WhenField}
              onSaved={() => void navigate(base)}
              onDeleted={() => void navigate(list, { replace: true })}
            />
          </Suspense>
        </div>
      )}
    </IntegrationFrame>
  );
}
