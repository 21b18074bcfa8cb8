import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

export const importsKey = (formId: string) => ['imports', formId] as const;

/** How soon the list is read again while an import is being undone. */
const undoingRefreshMs = 2_000;

/** The imports of a form, newest first. */
export function useImports(formId: string) {
  const api = useApi();
  return useQuery({
    queryKey: importsKey(formId),
    queryFn: ({ signal }) => api.call('listImports', { path: { id: formId }, signal }),
    select: ({ imports }) => imports,
    refetchInterval: ({ state }) =>
      state.data?.imports.some((one) => one.state === 'undoing') ? undoingRefreshMs : false,
  });
}
