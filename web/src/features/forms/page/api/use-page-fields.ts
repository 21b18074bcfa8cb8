import type { SavedRules } from '@inlet/contracts/saved-rules';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

const rulesKey = (formId: string) => ['rules', formId] as const;

/** The rules of a form, whose fields its page shows. */
export function usePageRules(formId: string) {
  const api = useApi();
  return useQuery({
    queryKey: rulesKey(formId),
    queryFn: ({ signal }) => api.call('readRules', { path: { id: formId }, signal }),
  });
}

/** Saves the fields in another order. The list has it at once, and the old one again if that fails. */
export function useSortFields(formId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const key = rulesKey(formId);
  return useMutation({
    // An earlier move may have raised the version meanwhile. What somebody else has saved is not overwritten.
    mutationFn: (rules: SavedRules) => {
      const { version } = queryClient.getQueryData<SavedRules>(key) ?? rules;
      return api.call('saveRules', { path: { id: formId }, body: { ...rules, version } });
    },
    // A second move waits for the first.
    scope: { id: `rules-${formId}` },
    onMutate: async (rules) => {
      await queryClient.cancelQueries({ queryKey: key });
      queryClient.setQueryData(key, rules);
    },
    onSuccess: ({ version }) => queryClient.setQueryData<SavedRules>(key, (shown) => shown && { ...shown, version }),
    onError: () => queryClient.invalidateQueries({ queryKey: key }),
  });
}
