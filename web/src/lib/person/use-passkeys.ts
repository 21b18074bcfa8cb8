import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

export const passkeysKey = ['passkeys'] as const;

export function usePasskeys() {
  const api = useApi();
  return useQuery({
    queryKey: passkeysKey,
    queryFn: async ({ signal }) => (await api.call('listPasskeys', { signal })).passkeys,
  });
}
