import type { UpdateRetention } from '@inlet/contracts/form-retention';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { retentionKey } from '#features/retention/api/use-retention.ts';
import { useApi } from '#lib/services.tsx';

export function useUpdateRetention(formId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateRetention) => api.call('updateRetention', { path: { id: formId }, body }),
    onSuccess: (retention) => queryClient.setQueryData(retentionKey(formId), retention),
  });
}
