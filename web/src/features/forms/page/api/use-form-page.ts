import type { UpdateFormPage } from '@inlet/contracts/form-page';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

const pageKey = (formId: string) => ['form-page', formId] as const;

/** The hosted page of a form. */
export function useFormPage(formId: string) {
  const api = useApi();
  return useQuery({
    queryKey: pageKey(formId),
    queryFn: ({ signal }) => api.call('readPage', { path: { id: formId }, signal }),
  });
}

export function useSaveFormPage(formId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateFormPage) => api.call('updatePage', { path: { id: formId }, body }),
    onSuccess: (page) => queryClient.setQueryData(pageKey(formId), page),
  });
}
