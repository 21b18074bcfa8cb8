import { useQuery } from '@tanstack/react-query';
import { erasuresKey } from '#features/privacy/api/use-erasures.ts';
import { useApi } from '#lib/services.tsx';

const refreshMs = 1_000;

/** One erasure and its progress. */
export function useErasure(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: [...erasuresKey, id],
    queryFn: ({ signal }) => api.call('readErasure', { path: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'done' ? refreshMs : false),
  });
}
