import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

/** The integrations of a form. Where the plan has none, or the reader may not see them, there are none to choose. */
export function useAlertTargets(formId: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['alert-targets', formId],
    queryFn: async ({ signal }) => (await api.call('listTargets', { path: { id: formId }, signal })).targets,
    retry: false,
  });
}
