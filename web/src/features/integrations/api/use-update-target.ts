import type { Target, UpdateTarget } from '@inlet/contracts/targets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { targetKey } from '#features/integrations/api/target-keys.ts';
import { useApi } from '#lib/services.tsx';

export function useUpdateTarget({ id }: Target) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateTarget) => api.call('updateTarget', { path: { id }, body }),
    onSuccess: (target) => queryClient.setQueryData(targetKey(id), target),
    // The body may contain secrets.
    gcTime: 0,
  });
}
