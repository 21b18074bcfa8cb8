import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

const refreshMs = 1_000;

/** The progress of a replay, while it runs. */
export function useReplay(replayId: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['replay', replayId],
    queryFn: ({ signal }) => api.call('readReplay', { path: { id: replayId }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? refreshMs : false),
  });
}
