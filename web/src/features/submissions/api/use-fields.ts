import type { FormField, FormFields } from '@inlet/contracts/inbox-views';
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
  readonly fields: readonly FormField[];
  readonly before: FormFields | undefined;
}

/** Saves the columns, which are shown at once. */
export function useUpdateFields(formId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const queryKey = fieldsKey(formId);
  const mutation = useMutation({
    mutationKey: queryKey,
    mutationFn: ({ fields }: Change) =>
      api.call('updateFields', {
        path: { id: formId },
        body: { fields: fields.map(({ name, shown, width }) => ({ name, shown, width })) },
      }),
    onSuccess(saved) {
      // A later choice is already shown, and is saved next.
      if (queryClient.isMutating({ mutationKey: queryKey }) === 1) queryClient.setQueryData(queryKey, saved);
    },
    onError: (_error, { before }) =>
      before ? queryClient.setQueryData(queryKey, before) : queryClient.resetQueries({ queryKey }),
    // The whole list is sent, so changes are sent one after the other.
    scope: { id: `fields ${formId}` },
  });

  // Not in `onMutate`, which runs a moment later: a pressed checkbox would jump back first.
  function mutate(fields: readonly FormField[]) {
    // A read that began before the change would restore the old columns.
    void queryClient.cancelQueries({ queryKey });
    const before = queryClient.getQueryData<FormFields>(queryKey);
    queryClient.setQueryData<FormFields>(queryKey, { fields: [...fields] });
    mutation.mutate({ fields, before });
  }

  return { ...mutation, mutate };
}
