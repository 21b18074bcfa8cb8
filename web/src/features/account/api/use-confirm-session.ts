import { useMutation } from '@tanstack/react-query';
import { readPasskey } from '#lib/person/passkeys.ts';
import { useApi } from '#lib/services.tsx';

type Proof = { readonly password: string } | { readonly code: string } | 'passkey';

/** Confirms with the service that the same person still uses the session. */
export function useConfirmSession() {
  const api = useApi();
  return useMutation({
    async mutationFn(proof: Proof) {
      const body = proof === 'passkey' ? { passkey: await readPasskey(await api.call('requestPasskey')) } : proof;
      await api.call('confirmSession', { body });
    },
    onSuccess: () => api.confirmations.settle(true),
    gcTime: 0,
  });
}
