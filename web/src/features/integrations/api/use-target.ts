import { useIsMutating, useQuery } from '@tanstack/react-query';
import { targetKey } from '#features/integrations/api/target-keys.ts';
import { useApi } from '#lib/services.tsx';

const refreshMs = 5_000;

/** One integration, with a health that is at most a few seconds old. */
export function useTarget(targetId: string) {
  const api = useApi();
  // A request during a deletion may get 404, and a page that is about to close would show an error.
  const isBeingDeleted = useIsMutating({ mutationKey: targetKey(targetId) }) > 0;
  return useQuery({
    queryKey: targetKey(targetId),
    queryFn: ({ signal }) => api.call('readTarget', { path: { id: targetId }, signal }),
    refetchInterval: ({ state }) => (state.status === 'success' && !isBeingDeleted ? refreshMs : false),
  });
}
