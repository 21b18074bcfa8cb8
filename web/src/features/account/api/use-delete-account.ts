import type { DeleteAccount } from '@inlet/contracts/sessions';
import { useMutation } from '@tanstack/react-query';
import { useApi, useSession } from '#lib/services.tsx';

export function useDeleteAccount() {
  const api = useApi();
  const session = useSession();
  return useMutation({
    async mutationFn(body: DeleteAccount) {
      await api.call('deleteMe', { body });
      // The account is gone whether or not this arrives; it notifies this browser's other tabs.
      await session.signOut().catch(() => undefined);
    },
  });
}
