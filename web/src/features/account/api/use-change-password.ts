import type { ChangePassword } from '@inlet/contracts/sessions';
import { useMutation } from '@tanstack/react-query';
import * as z from 'zod';
import { useApi } from '#lib/services.tsx';

export function useChangePassword() {
  const api = useApi();
  return useMutation({
    mutationFn: (body: ChangePassword) => api.call('/api/auth/change-password', z.null(), { method: 'POST', body }),
  });
}
