import { useMutation, useQueryClient } from '@tanstack/react-query';
import { attemptsKey, targetKey } from '#features/integrations/api/target-keys.ts';
import { useApi } from '#lib/services.tsx';

/** Delivers an example and returns its attempt. */
export function useTestTarget(targetId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => (await api.call('testTarget', { path: { id: targetId } })).attempt,
    // A success may also be the first success of a new integration.
    onSuccess: () =>
      Promise.all([attemptsKey, targetKey].map((key) => queryClient.invalidateQueries({ queryKey: key(targetId) }))),
  });
}
