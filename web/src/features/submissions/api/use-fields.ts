import type { FormFields, UpdateFields } from '@inlet/contracts/inbox-views';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { fieldsKey } from '#features/submissions/api/submission-keys.ts';
import { useApi } from '#lib/services.tsx';

/** The fields of a form, in the owner's order. */
export function useFields(formId: string) {
  const api = useApi();
  return useQuery({
    queryKey: fieldsKey(formId),
    queryFn: ({ signal }) => api.call('listFields', { path: { id: formId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

interface Change {
  readonly fields: UpdateFields['fields'];
  readonly before: FormFields | undefined;
}

/** Saves the columns, which are shown at once. */
export function useUpdateFields(formId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const queryKey = fieldsKey(formId);
  const mutation = useMutation({
    mutationFn: ({ fields }: Change) => api.call('updateFields', { path: { id: formId }, body: { fields } }),
    onSuccess: (saved) => queryClient.setQueryData(queryKey, saved),
    onError: (_error, { before }) => queryClient.setQueryData(queryKey, before),
  });

  // Not in `onMutate`, which comes a moment later: a box that is pressed would jump back first.
  function mutate(fields: UpdateFields['fields']) {
    const before = queryClient.getQueryData<FormFields>(queryKey);
    const known = new Map(before?.fields.map((field) => [field.name, field]));
    queryClient.setQueryData<FormFields>(queryKey, {
      fields: fields.map((field) => ({
        type: 'text',
        seen: 0,
        ...known.get(field.name),
        ...field,
        width: field.width ?? null,
      })),
    });
    mutation.mutate({ fields, before });
  }

  return { ...mutation, mutate };
}
