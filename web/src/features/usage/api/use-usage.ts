import { usageSchema } from '@inlet/contracts/usage';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

export function useUsage() {
  const api = useApi();
  return useQuery({
    queryKey: ['usage'],
    queryFn: ({ signal }) => api.call('/api/v1/usage', usageSchema, { signal }),
  });
}
