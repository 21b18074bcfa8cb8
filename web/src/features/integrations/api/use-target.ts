import { useIsMutating, useQuery } from '@tanstack/react-query';
import { targetKey } from '#features/integrations/api/target-keys.ts';
import { useApi } from '#lib/services.tsx';

const refreshMs = 5_000;

/** One integration, with a health that is at most a few seconds old. */
export function useTarget(targetId: string) {
  const api = useApi();
  // Asked for meanwhile, it could be gone already, and a page would say so that is about to be left.
  const isBeingDeleted = useIsMutating({ mutationKey: targetKey(targetId) }) > 0;
  return useQuery({
    queryKey: targetKey(targetId),
    queryFn: ({ signal }) => api.call('readTarget', { path: { id: targetId }, signal }),
    refetchInterval: ({ state }) => (state.status === 'success' && !isBeingDeleted ? refreshMs : false),
  });
}
