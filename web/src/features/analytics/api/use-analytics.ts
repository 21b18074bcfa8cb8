import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

const refreshMs = 60_000;

/** The submissions of a form, or of all forms together, in the last days. */
export function useAnalytics(formId: string | null, days: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['analytics', formId, days],
    queryFn: ({ signal }) =>
      formId === null
        ? api.call('readAnalytics', { query: { days }, signal })
        : api.call('readFormAnalytics', { path: { id: formId }, query: { days }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });
}
