import { queryOptions, useQuery } from '@tanstack/react-query';
import { retentionKey } from '#features/retention/api/use-retention.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { useApi } from '#lib/services.tsx';

/** How many submissions of a form are older than these days now. */
export function retentionPreviewQuery(api: ApiClient, formId: string, days: number) {
  return queryOptions({
    queryKey: [...retentionKey(formId), days],
    queryFn: ({ signal }) => api.call('readRetention', { path: { id: formId }, query: { days }, signal }),
    // More grow old all the time.
    staleTime: 10_000,
  });
}

export function useRetentionPreview(formId: string, days: number) {
  return useQuery(retentionPreviewQuery(useApi(), formId, days));
}
