import type { ChangeEmail } from '@inlet/contracts/sessions';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

/** Sends a link to the new address; nothing changes before the link is opened. */
export function useChangeEmail() {
  const api = useApi();
  return useMutation({
    mutationFn: (body: ChangeEmail) => api.call('changeEmail', { body }),
  });
}
