import { useQuery } from '@tanstack/react-query';
import { targetsKey } from '#features/integrations/api/target-keys.ts';
import { useApi } from '#lib/services.tsx';

const refreshMs = 15_000;

/** The integrations of a form, oldest first. */
export function useTargets(formId: string) {
  const api = useApi();
  return useQuery({
    queryKey: targetsKey(formId),
    queryFn: async ({ signal }) => (await api.call('listTargets', { path: { id: formId }, signal })).targets,
    refetchInterval: (query) => (query.state.status === 'success' ? refreshMs : false),
  });
}
