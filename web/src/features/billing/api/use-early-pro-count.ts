import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

export const earlyProCountKey = ['early-pro-count'] as const;

export function useEarlyProCount() {
  const api = useApi();
  return useQuery({
    queryKey: earlyProCountKey,
    queryFn: ({ signal }) => api.call('countEarlyPro', { signal }),
    // Several parts of one screen show the count.
    staleTime: 10_000,
  });
}
