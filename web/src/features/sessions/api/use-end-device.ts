import type { Device } from '@inlet/contracts/sessions';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { devicesKey } from '#features/sessions/api/use-devices.ts';
import { ApiError } from '#lib/http.ts';
import { useApi } from '#lib/services.tsx';

/** Signs another device out. */
export function useEndDevice() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    async mutationFn({ id }: Device) {
      await api.call('endSession', { path: { id } }).catch((error: unknown) => {
        // The session has already ended, as requested.
        if (!(error instanceof ApiError && error.code === 'session_not_found')) throw error;
      });
    },
    async onSuccess(_, { id }) {
      await queryClient.cancelQueries({ queryKey: devicesKey });
      queryClient.setQueryData<readonly Device[]>(devicesKey, (devices) =>
        devices?.filter((device) => device.id !== id),
      );
    },
  });
}
