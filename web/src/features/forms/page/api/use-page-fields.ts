import type { SavedRules } from '@inlet/contracts/saved-rules';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
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
  // An earlier move, which is part of the next one, may have raised the version meanwhile. A version that was only read
  // since would overwrite what somebody else has saved.
  const ownVersion = useRef(0);
  return useMutation({
    mutationFn: async (rules: SavedRules) => {
      const body = { ...rules, version: Math.max(rules.version, ownVersion.current) };
      const saved = await api.call('saveRules', { path: { id: formId }, body });
      ownVersion.current = saved.version;
      return saved;
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
