import { PageTitle } from '#components/ui/page.tsx';
import { ApiKeys } from '#features/api-keys/components/api-keys.tsx';

export function ApiKeysPage() {
  return (
    <>
      <PageTitle>API keys</PageTitle>
      <ApiKeys />
    </>
  );
}
