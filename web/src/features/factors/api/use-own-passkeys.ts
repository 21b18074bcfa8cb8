import { useMutation, useQueryClient } from '@tanstack/react-query';
import { makePasskey } from '#lib/person/passkeys.ts';
import { passkeysKey } from '#lib/person/use-passkeys.ts';
import { totpKey } from '#lib/person/use-totp.ts';
import { useApi } from '#lib/services.tsx';

/** Adds a passkey of this browser; the answer has recovery codes if it is the first second factor. */
export function useAddPasskey() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    async mutationFn(name: string) {
      const passkey = await makePasskey(await api.call('preparePasskey'));
      return api.call('createPasskey', { body: { name, passkey } });
    },
    onSuccess: () => reload(queryClient),
    gcTime: 0,
  });
}

export function useDeletePasskey() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.call('deletePasskey', { path: { id } }),
    onSuccess: () => reload(queryClient),
  });
}

/** The recovery codes come and go with the passkeys. */
function reload(queryClient: ReturnType<typeof useQueryClient>) {
  return Promise.all([passkeysKey, totpKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
