import type { CreateApiKey } from '@inlet/contracts/api-keys';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiKeysKey } from '#features/api-keys/api/use-api-keys.ts';
import { useApi } from '#lib/services.tsx';

export function useCreateApiKey() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateApiKey) => api.call('createApiKey', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: apiKeysKey }),
    // The response contains the secret: it must not outlive the screen that shows it.
    gcTime: 0,
  });
}
