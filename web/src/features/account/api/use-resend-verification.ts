import { useMutation } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

/** Mails another link to verify the address of the account. */
export function useResendVerification() {
  const api = useApi();
  return useMutation({ mutationFn: () => api.call('resendVerification') });
}
