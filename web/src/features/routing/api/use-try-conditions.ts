import type { When } from '@inlet/contracts/routing/conditions';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

/** Says which of the newest submissions would go out under conditions, saved or not. */
export function useTryConditions(formId: string) {
  const api = useApi();
  return useMutation({
    mutationFn: (when: When) => api.call('tryConditions', { path: { id: formId }, body: { when } }),
  });
}
