import { useMutation } from '@tanstack/react-query';
import { useApi, useSession } from '#lib/services.tsx';

export function useAcceptInvitation() {
  const api = useApi();
  const session = useSession();
  return useMutation({
    mutationFn: (token: string) => api.call('acceptInvitation', { body: { token } }),
    onSuccess: session.updateUser,
  });
}
