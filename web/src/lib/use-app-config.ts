import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { useApi } from '#lib/services.tsx';

export function appConfigQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['app-config'],
    queryFn: ({ signal }) => api.call('readConfig', { signal }),
    // It changes with the settings that the service is started with.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useAppConfig() {
  return useQuery(appConfigQuery(useApi()));
}

/**
 * Where the app notes that the person who is signed in has joined the waitlist: the service knows it some seconds later,
 * and of a verified address only.
 */
export const joinedWaitlistKey = ['joined-waitlist'] as const;
