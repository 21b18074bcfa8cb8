import type { Target } from '@inlet/contracts/targets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { attemptsKey, targetKey } from '#features/integrations/api/target-keys.ts';
import { useApi } from '#lib/services.tsx';

type TargetAction = 'pauseTarget' | 'resumeTarget' | 'skipDelivery';

/** Runs an action on an integration that returns its new state. */
export function useTargetAction({ id }: Target) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (action: TargetAction) => api.call(action, { path: { id } }),
    async onSuccess(target) {
      await queryClient.cancelQueries({ queryKey: targetKey(id) });
      queryClient.setQueryData(targetKey(id), target);
      await queryClient.invalidateQueries({ queryKey: attemptsKey(id) });
    },
  });
}
