import { queryOptions, useQuery } from '@tanstack/react-query';
import { retentionKey } from '#features/retention/api/use-retention.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { useApi } from '#lib/services.tsx';

/** The number of submissions of a form that are older than these days now. */
export function retentionPreviewQuery(api: ApiClient, formId: string, days: number) {
  return queryOptions({
    queryKey: [...retentionKey(formId), days],
    queryFn: ({ signal }) => api.call('readRetention', { path: { id: formId }, query: { days }, signal }),
    // Submissions keep getting older, so the number is read again.
    staleTime: 10_000,
  });
}

export function useRetentionPreview(formId: string, days: number) {
  return useQuery(retentionPreviewQuery(useApi(), formId, days));
}
