import type { ApiKey } from '@inlet/contracts/api-keys';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiKeysKey } from '#features/api-keys/api/use-api-keys.ts';
import { ApiError } from '#lib/http.ts';
import { useApi } from '#lib/services.tsx';

export function useRevokeApiKey() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    async mutationFn({ id }: ApiKey) {
      await api.call('revokeApiKey', { path: { id } }).catch((error: unknown) => {
        // The key was already revoked, as requested.
        if (!(error instanceof ApiError && error.code === 'api_key_not_found')) throw error;
      });
    },
    async onSuccess(_, { id }) {
      await queryClient.cancelQueries({ queryKey: apiKeysKey });
      queryClient.setQueryData<readonly ApiKey[]>(apiKeysKey, (keys) => keys?.filter((key) => key.id !== id));
    },
  });
}
