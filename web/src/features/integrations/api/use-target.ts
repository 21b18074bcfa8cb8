import { useQuery } from '@tanstack/react-query';
import { targetKey } from '#features/integrations/api/target-keys.ts';
import { useApi } from '#lib/services.tsx';

const refreshMs = 5_000;

/** One integration, with a health that is at most a few seconds old. */
export function useTarget(targetId: string) {
  const api = useApi();
  return useQuery({
    queryKey: targetKey(targetId),
    queryFn: ({ signal }) => api.call('readTarget', { path: { id: targetId }, signal }),
    refetchInterval: ({ state }) => (state.status === 'success' ? refreshMs : false),
  });
}
