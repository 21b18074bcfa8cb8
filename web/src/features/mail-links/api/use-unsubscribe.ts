import type { Unsubscribe } from '@inlet/contracts/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

const unsubscribeKey = (token: string) => ['unsubscribe', token] as const;

/** Reads which mails a link stops. Reading stops nothing. */
export function useUnsubscribeLink(token: string) {
  const api = useApi();
  return useQuery({
    queryKey: unsubscribeKey(token),
    queryFn: ({ signal }) => api.call('readUnsubscribe', { query: { token }, signal }),
    retry: false,
  });
}

export function useUnsubscribe(token: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('unsubscribe', { query: { token } }),
    onSuccess: () =>
      queryClient.setQueryData<Unsubscribe>(unsubscribeKey(token), (link) => link && { ...link, isStopped: true }),
  });
}
