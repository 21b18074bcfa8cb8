import { apiKeyListSchema } from '@inlet/contracts/api-keys';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

export const apiKeysKey = ['api-keys'] as const;

export function useApiKeys() {
  const api = useApi();
  return useQuery({
    queryKey: apiKeysKey,
    queryFn: async ({ signal }) => (await api.call('/api/v1/me/api-keys', apiKeyListSchema, { signal })).apiKeys,
  });
}
