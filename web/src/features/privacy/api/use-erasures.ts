import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

export const erasuresKey = ['erasures'] as const;
const refreshMs = 2_000;

/** The erasures of the account, newest first. */
export function useErasures() {
  const api = useApi();
  return useQuery({
    queryKey: erasuresKey,
    queryFn: ({ signal }) => api.call('listErasures', { signal }),
    select: ({ erasures }) => erasures,
    refetchInterval: ({ state }) => (state.data?.erasures.some((one) => one.state !== 'done') ? refreshMs : false),
  });
}
