import { ForRole } from '#components/ui/for-role.tsx';
import { PageTitle } from '#components/ui/page.tsx';
import { ApiKeys } from '#features/api-keys/components/api-keys.tsx';

export function ApiKeysPage() {
  return (
    <ForRole action="keys:manage">
      <PageTitle>API keys</PageTitle>
      <ApiKeys />
    </ForRole>
  );
}
