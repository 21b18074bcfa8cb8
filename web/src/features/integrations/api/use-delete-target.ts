import type { Target, TargetList } from '@inlet/contracts/targets';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { targetKey, targetsKey } from '#features/integrations/api/target-keys.ts';
import { ApiError } from '#lib/http.ts';
import { useApi } from '#lib/services.tsx';

export function useDeleteTarget({ id, formId }: Target) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: targetKey(id),
    async mutationFn() {
      await queryClient.cancelQueries({ queryKey: targetKey(id) });
      await api.call('deleteTarget', { path: { id } }).catch((error: unknown) => {
        // It was already deleted, as requested.
        if (!(error instanceof ApiError && error.code === 'target_not_found')) throw error;
      });
    },
    async onSuccess() {
      const queryKey = targetsKey(formId);
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData<TargetList>(
        queryKey,
        (list) => list && { ...list, targets: list.targets.filter((target) => target.id !== id) },
      );
    },
  });
}
