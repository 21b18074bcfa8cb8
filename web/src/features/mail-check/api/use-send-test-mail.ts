import { useMutation } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

/** Sends a mail to the person's own address. */
export function useSendTestMail() {
  const api = useApi();
  return useMutation({
    async mutationFn() {
      const { id } = await api.call('sendTestMail');
      return { id, sentAtMs: Date.now() };
    },
    gcTime: 0,
  });
}
