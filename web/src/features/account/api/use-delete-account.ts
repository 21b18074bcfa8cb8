import type { DeleteAccount } from '@inlet/contracts/sessions';
import { useMutation } from '@tanstack/react-query';
import { useApi, useSession } from '#lib/services.tsx';

export function useDeleteAccount() {
  const api = useApi();
  const session = useSession();
  return useMutation({
    async mutationFn(body: DeleteAccount) {
      await api.call('deleteMe', { body });
      await session.leaveDeleted();
    },
  });
}
