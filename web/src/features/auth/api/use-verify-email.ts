import { useMutation } from '@tanstack/react-query';
import { reloadUser } from '#lib/reload-user.ts';
import { useApi, useSession } from '#lib/services.tsx';

export function useVerifyEmail() {
  const api = useApi();
  const session = useSession();
  return useMutation({
    mutationFn: (token: string) => api.call('verifyEmail', { body: { token } }),
    onSuccess() {
      // The reminder to verify the address disappears.
      if (session.getState().status === 'signed-in') reloadUser(api, session).catch(() => undefined);
    },
  });
}
