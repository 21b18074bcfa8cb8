import type { ApproveDevice } from '@inlet/contracts/device';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiKeysKey } from '#features/api-keys/api/use-api-keys.ts';
import { useApi, useUser } from '#lib/services.tsx';

/** The machine that waits with a code. */
export function useDeviceRequest(code: string) {
  const api = useApi();
  const { id } = useUser();
  return useQuery({
    queryKey: ['device', id, code],
    queryFn: ({ signal }) => api.call('readDevice', { path: { code }, signal }),
    // Each wrong code is counted, and an answered one is not shown again.
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Gives a machine a key, or none for null. */
export function useAnswerDevice(code: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (key: ApproveDevice | null) =>
      key === null
        ? api.call('denyDevice', { path: { code } })
        : api.call('approveDevice', { path: { code }, body: key }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: apiKeysKey }),
  });
}
