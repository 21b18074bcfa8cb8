import type { ConfirmSession } from '@inlet/contracts/sessions';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

/** Confirms with the service that the same person still uses the session. */
export function useConfirmSession() {
  const api = useApi();
  return useMutation({
    mutationFn: (body: ConfirmSession) => api.call('confirmSession', { body }),
    onSuccess: () => api.confirmations.settle(true),
    gcTime: 0,
  });
}
