import type { RulesInput } from '@inlet/contracts/rules';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

const rulesKey = (formId: string) => ['rules', formId] as const;

export function useRules(formId: string) {
  const api = useApi();
  return useQuery({
    queryKey: rulesKey(formId),
    queryFn: ({ signal }) => api.call('readRules', { path: { id: formId }, signal }),
  });
}

/** Saves all rules of a form. */
export function useSaveRules(formId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RulesInput) => api.call('saveRules', { path: { id: formId }, body }),
    async onSuccess(saved) {
      await queryClient.cancelQueries({ queryKey: rulesKey(formId) });
      queryClient.setQueryData(rulesKey(formId), saved);
      // The labels are the heads of the inbox's columns.
      void queryClient.invalidateQueries({ queryKey: ['fields', formId] });
    },
  });
}
