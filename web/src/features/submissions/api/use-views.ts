import type { CreateView } from '@inlet/contracts/inbox-views';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { viewsKey } from '#features/submissions/api/submission-keys.ts';
import { useApi } from '#lib/services.tsx';

/** The saved views of a form. */
export function useViews(formId: string) {
  const api = useApi();
  return useQuery({
    queryKey: viewsKey(formId),
    queryFn: async ({ signal }) => (await api.call('listViews', { path: { id: formId }, signal })).views,
  });
}

/** Saves, renames and deletes views. */
export function useChangeViews(formId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: viewsKey(formId) });
  const create = useMutation({
    mutationFn: (body: CreateView) => api.call('createView', { path: { id: formId }, body }),
    onSuccess,
  });
  const rename = useMutation({
    mutationFn: ({ viewId, name }: { viewId: string; name: string }) =>
      api.call('updateView', { path: { id: formId, viewId }, body: { name } }),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: (viewId: string) => api.call('deleteView', { path: { id: formId, viewId } }),
    onSuccess,
  });
  return { create, rename, remove };
}
