import { PageTitle } from '#components/ui/page.tsx';
import { ApiKeys } from '#features/api-keys/components/api-keys.tsx';
import { ForRole } from '#routes/settings/for-role.tsx';

export function ApiKeysPage() {
  return (
    <ForRole action="keys:manage">
      <PageTitle>API keys</PageTitle>
      <ApiKeys />
    </ForRole>
  );
}
