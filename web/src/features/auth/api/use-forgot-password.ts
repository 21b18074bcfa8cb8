import type { ForgotPassword } from '@inlet/contracts/sessions';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

export function useForgotPassword() {
  const api = useApi();
  return useMutation({
    mutationFn: (body: ForgotPassword) => api.call('forgotPassword', { body }),
  });
}
