import { useMutation, useQueryClient } from '@tanstack/react-query';
import { erasuresKey } from '#features/privacy/api/use-erasures.ts';
import { useApi } from '#lib/services.tsx';

/** Requests the erasure of an address; the worker carries it out. */
export function useErasePerson() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (email: string) => api.call('erasePerson', { body: { email } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: erasuresKey }),
    gcTime: 0,
  });
}
