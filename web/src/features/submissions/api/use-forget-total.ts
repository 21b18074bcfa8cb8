import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { totalKey } from '#features/submissions/api/submission-keys.ts';

/** Forgets the last total of the inbox, which an import has changed. Until the list is read, the form has its count. */
export function useForgetTotal(formId: string): () => void {
  const queryClient = useQueryClient();
  return useCallback(
    () => void queryClient.resetQueries({ queryKey: totalKey(formId, 'inbox') }),
    [queryClient, formId],
  );
}
