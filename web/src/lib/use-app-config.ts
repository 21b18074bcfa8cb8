import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { useApi } from '#lib/services.tsx';

export function appConfigQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['app-config'],
    queryFn: ({ signal }) => api.call('readConfig', { signal }),
    // It only changes when the service restarts with other settings.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useAppConfig() {
  return useQuery(appConfigQuery(useApi()));
}

/**
 * The query key of a note that the signed-in person has joined the waitlist: the service knows it some seconds later,
 * and only for a verified address.
 */
export const joinedWaitlistKey = ['joined-waitlist'] as const;
