import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

/** How often the hosted page was shown. */
export function usePageViews(formId: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['page-views', formId],
    queryFn: ({ signal }) => api.call('readPageViews', { path: { id: formId }, signal }),
  });
}
