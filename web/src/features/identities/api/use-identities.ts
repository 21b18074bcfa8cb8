import type { ProviderId } from '@inlet/contracts/identities';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi, useLeaveTo } from '#lib/services.tsx';

const identitiesKey = ['identities'] as const;

/** The providers that sign the person in. */
export function useIdentities() {
  const api = useApi();
  return useQuery({
    queryKey: identitiesKey,
    queryFn: async ({ signal }) => (await api.call('listIdentities', { signal })).identities,
  });
}

/** Leaves for the provider's page, which leads back. */
export function useLinkIdentity() {
  const api = useApi();
  const leaveTo = useLeaveTo();
  return useMutation({
    mutationFn: (provider: ProviderId) => api.call('linkIdentity', { body: { provider } }),
    onSuccess: ({ url }) => leaveTo(url),
  });
}

export function useUnlinkIdentity() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call('deleteIdentity', { path: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: identitiesKey }),
  });
}
