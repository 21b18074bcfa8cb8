import { useMutation, useQueryClient } from '@tanstack/react-query';
import { totpKey } from '#lib/person/use-totp.ts';
import { useApi } from '#lib/services.tsx';

/** Begins to set up an authenticator app. */
export function useStartTotp() {
  const api = useApi();
  // The answer has the secret, which must not outlive the screen that shows it.
  return useMutation({ mutationFn: () => api.call('startTotp'), gcTime: 0 });
}

/** Confirms the app with a code of it; the answer has the recovery codes. */
export function useConfirmTotp() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { readonly code: string }) => api.call('confirmTotp', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: totpKey }),
    gcTime: 0,
  });
}

export function useEndTotp() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('endTotp'),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: totpKey }),
  });
}

export function useRenewCodes() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('renewRecoveryCodes'),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: totpKey }),
    gcTime: 0,
  });
}
