import type { ResetPassword } from '@inlet/contracts/sessions';
import { useMutation } from '@tanstack/react-query';
import { useApi, useSession } from '#lib/services.tsx';

export function useResetPassword() {
  const api = useApi();
  const session = useSession();
  return useMutation({
    mutationFn: (body: ResetPassword) => api.call('resetPassword', { body }),
    onSuccess() {
      // A new password ends every session, including the one in this browser: refreshing it shows the sign-in screen.
      if (session.getState().status === 'signed-in') session.refresh().catch(() => undefined);
    },
  });
}
