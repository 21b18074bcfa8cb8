import { useMutation } from '@tanstack/react-query';
import * as z from 'zod';
import { useApi, useSession } from '#lib/services.tsx';

/** Signs out everywhere, here as well. */
export function useEndEverything() {
  const api = useApi();
  const session = useSession();
  return useMutation({
    async mutationFn() {
      await api.call('/api/v1/me/sessions', z.null(), { method: 'DELETE' });
      await session.signOut();
    },
  });
}
