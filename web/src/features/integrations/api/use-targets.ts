import { queryOptions, useQuery } from '@tanstack/react-query';
import { targetsKey } from '#features/integrations/api/target-keys.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { useApi } from '#lib/services.tsx';

const refreshMs = 15_000;

function targetsQuery(api: ApiClient, formId: string) {
  return queryOptions({
    queryKey: targetsKey(formId),
    queryFn: ({ signal }) => api.call('listTargets', { path: { id: formId }, signal }),
  });
}

/** The integrations of a form, oldest first. */
export function useTargets(formId: string) {
  return useQuery({
    ...targetsQuery(useApi(), formId),
    select: ({ targets }) => targets,
    refetchInterval: (query) => (query.state.status === 'success' ? refreshMs : false),
  });
}

/** Addresses that the operator allows although they are not public. They only change with a restart. */
export function useAllowedAddresses(formId: string): readonly string[] {
  const addresses = useQuery({
    ...targetsQuery(useApi(), formId),
    select: ({ allowedAddresses }) => allowedAddresses,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return addresses.data ?? [];
}
