import { useMutation } from '@tanstack/react-query';
import { useApi, useSession } from '#lib/services.tsx';

/** Signs out everywhere, including this browser. */
export function useEndEverything() {
  const api = useApi();
  const session = useSession();
  return useMutation({
    async mutationFn() {
      await api.call('endSessions');
      await session.signOut();
    },
  });
}
