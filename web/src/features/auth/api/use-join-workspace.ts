import { useMutation } from '@tanstack/react-query';
import { useApi, useLeaveTo } from '#lib/services.tsx';

/** Accepts an invitation to a workspace, and opens that workspace. */
export function useJoinWorkspace() {
  const api = useApi();
  const leaveTo = useLeaveTo();
  return useMutation({
    async mutationFn(token: string) {
      const { id } = await api.call('joinWorkspace', { body: { token } });
      await api.call('useWorkspace', { path: { id } });
      // The whole app begins again, so that nothing of the workspace before stays.
      leaveTo('/dashboard');
    },
  });
}
