import type { ConfirmEmail } from '@inlet/contracts/sessions';
import { useMutation } from '@tanstack/react-query';
import { reloadUser } from '#lib/reload-user.ts';
import { useApi, useSession } from '#lib/services.tsx';

export function useConfirmEmail() {
  const api = useApi();
  const session = useSession();
  return useMutation({
    mutationFn: (body: ConfirmEmail) => api.call('confirmEmail', { body }),
    onSuccess() {
      // The profile menu shows the address.
      if (session.getState().status === 'signed-in') reloadUser(api, session).catch(() => undefined);
    },
  });
}
