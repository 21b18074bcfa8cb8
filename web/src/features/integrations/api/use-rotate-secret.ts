import type { Target } from '@inlet/contracts/targets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { targetKey } from '#features/integrations/api/target-keys.ts';
import { useApi } from '#lib/services.tsx';

export function useRotateSecret({ id }: Target) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('rotateTargetSecret', { path: { id } }),
    onSuccess: ({ secret: _secret, ...target }) => queryClient.setQueryData(targetKey(id), target),
    // The response contains the secret: it must not outlive the screen that shows it.
    gcTime: 0,
  });
}
