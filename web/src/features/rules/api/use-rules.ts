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

/** Reads the saved rules anew. */
export function useReloadRules(formId: string) {
  const queryClient = useQueryClient();
  return () => queryClient.refetchQueries({ queryKey: rulesKey(formId) }, { throwOnError: true });
}

/** Saves all rules of a form. With the version that they were made from, nobody else's change is overwritten. */
export function useSaveRules(formId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RulesInput & { readonly version?: number }) =>
      api.call('saveRules', { path: { id: formId }, body }),
    async onSuccess(saved) {
      await queryClient.cancelQueries({ queryKey: rulesKey(formId) });
      queryClient.setQueryData(rulesKey(formId), saved);
      // The labels are the heads of the inbox's columns.
      void queryClient.invalidateQueries({ queryKey: ['fields', formId] });
    },
  });
}
