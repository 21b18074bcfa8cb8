import { useParams } from 'react-router-dom';
import { BackLink } from '#components/ui/back-link.tsx';
import { ForRole } from '#components/ui/for-role.tsx';
import { PageTitle } from '#components/ui/page.tsx';
import { TargetPage } from '#features/integrations/components/target/target-page.tsx';
import { IntegrationFrame } from '#routes/integrations/integration-frame.tsx';

export function IntegrationPage() {
  return (
    <ForRole action="integrations:manage" level="page">
      <Page />
    </ForRole>
  );
}

function Page() {
  const { id = '', targetId = '' } = useParams();
  const base = `/forms/${id}/integrations`;
  return (
    <IntegrationFrame targetId={targetId} base={base}>
      {(target) => (
        <>
          <PageTitle>{target.name}</PageTitle>
          <TargetPage key={target.id} target={target} above={<BackLink to={base} />} />
        </>
      )}
    </IntegrationFrame>
  );
}
