import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

/** Deletes what an import has stored. The service answers within ten seconds, and may continue after that. */
export function useUndoImport(formId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (importId: string) => api.call('undoImport', { path: { id: formId, importId } }),
    // The form, its lists and the usage of the plan have changed. The dialog does not wait for them.
    onSettled: () => void queryClient.invalidateQueries(),
  });
}
