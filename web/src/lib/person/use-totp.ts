import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

export const totpKey = ['totp'] as const;

/** Whether an authenticator app is set up. */
export function useTotp() {
  const api = useApi();
  return useQuery({ queryKey: totpKey, queryFn: ({ signal }) => api.call('readTotp', { signal }) });
}
