import type { CreateTarget } from '@inlet/contracts/targets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { targetsKey } from '#features/integrations/api/target-keys.ts';
import { useApi } from '#lib/services.tsx';

export function useCreateTarget(formId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateTarget) => api.call('createTarget', { path: { id: formId }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: targetsKey(formId) }),
    // The answer holds the secret: it must not outlive the screen that shows it.
    gcTime: 0,
  });
}
