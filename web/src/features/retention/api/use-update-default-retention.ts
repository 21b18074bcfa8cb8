import type { UpdateRetention } from '@inlet/contracts/form-retention';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { defaultRetentionKey } from '#features/retention/api/use-default-retention.ts';
import { useApi } from '#lib/services.tsx';

export function useUpdateDefaultRetention() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateRetention) => api.call('updateDefaultRetention', { body }),
    onSuccess: (retention) => queryClient.setQueryData(defaultRetentionKey, retention),
  });
}
