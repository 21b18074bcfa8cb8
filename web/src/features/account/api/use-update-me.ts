import type { UpdateUser } from '@inlet/contracts/account-settings';
import { useMutation } from '@tanstack/react-query';
import { useApi, useSession } from '#lib/services.tsx';

export function useUpdateMe() {
  const api = useApi();
  const session = useSession();
  return useMutation({
    mutationFn: (body: UpdateUser) => api.call('updateMe', { body }),
    onSuccess: (user) => session.updateUser(user),
    scope: { id: 'me' },
  });
}
