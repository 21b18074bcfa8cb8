import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

/** An attempt with its request. */
export function useAttempt(targetId: string, attemptId: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['attempt', targetId, attemptId],
    queryFn: ({ signal }) => api.call('readAttempt', { path: { id: targetId, aid: attemptId }, signal }),
    gcTime: 0,
  });
}
