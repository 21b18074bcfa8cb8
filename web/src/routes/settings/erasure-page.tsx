import { useParams } from 'react-router-dom';
import { BackLink } from '#components/ui/back-link.tsx';
import { ForRole } from '#components/ui/for-role.tsx';
import { PageTitle } from '#components/ui/page.tsx';
import { QueryFailure } from '#components/ui/query-failure.tsx';
import { SectionsSkeleton } from '#components/ui/sections-skeleton.tsx';
import { useErasure } from '#features/privacy/api/use-erasure.ts';
import { ErasureDetails } from '#features/privacy/components/erasure-details.tsx';

export function ErasurePage() {
  return (
    <ForRole action="people:erase">
      <Erasure />
    </ForRole>
  );
}

function Erasure() {
  const { id = '' } = useParams();
  const erasure = useErasure(id);
  return (
    <div className="min-w-0">
      <PageTitle>Erasure</PageTitle>
      <BackLink to="/settings/privacy" />
      {erasure.data && <ErasureDetails erasure={erasure.data} />}
      {erasure.isPending && <SectionsSkeleton label="Loading the erasure" />}
      {erasure.isError && !erasure.data && <QueryFailure title="This erasure could not be loaded" query={erasure} />}
    </div>
  );
}
