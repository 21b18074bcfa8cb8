import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

/** Reads the address and the state of an invitation; it is disabled without a token. */
export function useInvitation(token: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => api.call('readInvitation', { body: { token: token ?? '' }, signal }),
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
