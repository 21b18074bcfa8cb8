import { useMutation, useQuery } from '@tanstack/react-query';
import { useApi, useLeaveTo } from '#lib/services.tsx';

export const workspacesKey = ['workspaces'] as const;

export function useWorkspaces() {
  const api = useApi();
  return useQuery({
    queryKey: workspacesKey,
    queryFn: async ({ signal }) => (await api.call('listWorkspaces', { signal })).workspaces,
  });
}

/** Opens another workspace. The whole app begins again, so that nothing of the one before stays. */
export function useOpenWorkspace(page = '/dashboard') {
  const api = useApi();
  const leaveTo = useLeaveTo();
  return useMutation({
    mutationFn: (id: string) => api.call('useWorkspace', { path: { id } }),
    onSuccess: () => leaveTo(page),
  });
}
