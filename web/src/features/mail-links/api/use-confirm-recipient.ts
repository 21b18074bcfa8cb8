import { useMutation } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

export function useConfirmRecipient() {
  const api = useApi();
  return useMutation({ mutationFn: (token: string) => api.call('confirmRecipient', { body: { token } }) });
}
