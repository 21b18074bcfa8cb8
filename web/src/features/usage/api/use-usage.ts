import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';
import { usageKey, usageRefreshMs } from '#lib/usage-key.ts';

export function useUsage() {
  const api = useApi();
  return useQuery({
    queryKey: usageKey,
    queryFn: ({ signal }) => api.call('readUsage', { signal }),
    refetchInterval: usageRefreshMs,
  });
}
