import type { ChangePassword } from '@inlet/contracts/sessions';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

export function useChangePassword() {
  const api = useApi();
  return useMutation({
    mutationFn: (body: ChangePassword) => api.call('changePassword', { body }),
  });
}
