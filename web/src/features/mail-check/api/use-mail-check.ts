import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

const refreshMs = 2_000;

/** What receivers of mails see; the worker asks the DNS if nobody has asked for some minutes. */
export function useMailCheck() {
  const api = useApi();
  return useQuery({
    queryKey: ['mail-check'],
    queryFn: ({ signal }) => api.call('checkMail', { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? refreshMs : false),
  });
}
