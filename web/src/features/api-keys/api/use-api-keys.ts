import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

export const apiKeysKey = ['api-keys'] as const;

export function useApiKeys() {
  const api = useApi();
  return useQuery({
    queryKey: apiKeysKey,
    queryFn: async ({ signal }) => (await api.call('listApiKeys', { signal })).apiKeys,
  });
}
