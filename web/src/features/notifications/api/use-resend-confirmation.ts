import { useMutation } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

/** Mails another confirmation link to a recipient. */
export function useResendConfirmation(formId: string) {
  const api = useApi();
  return useMutation({
    mutationFn: (email: string) => api.call('resendConfirmation', { path: { id: formId }, body: { email } }),
  });
}
