import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

const refreshMs = 15_000;

/** The refusals of the form's endpoint in the last seven days. */
export function useRefusals(formId: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['refusals', formId],
    queryFn: ({ signal }) => api.call('readRefusals', { path: { id: formId }, signal }),
    refetchInterval: refreshMs,
  });
}
