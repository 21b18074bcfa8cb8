import type { FieldRoles } from '@inlet/contracts/field-choice';
import type { Form } from '@inlet/contracts/forms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fieldsKey } from '#features/submissions/api/submission-keys.ts';
import { useApi } from '#lib/services.tsx';

interface Change {
  readonly roles: FieldRoles;
  readonly before: Form | undefined;
}

/** Saves the fields for sender, subject and message. The list uses them at once. */
export function useUpdateRoles({ id }: Form) {
  const api = useApi();
  const queryClient = useQueryClient();
  const queryKey = ['form', id];
  const mutationKey = ['field-roles', id];
  const mutation = useMutation({
    mutationKey,
    mutationFn: ({ roles }: Change) => api.call('updateForm', { path: { id }, body: { fieldRoles: roles } }),
    onSuccess(form) {
      // A later choice is already shown, and is saved next.
      if (queryClient.isMutating({ mutationKey }) > 1) return;
      queryClient.setQueryData(queryKey, form);
      // The automatic columns depend on the roles.
      void queryClient.invalidateQueries({ queryKey: fieldsKey(id) });
    },
    onError: (_error, { before }) => queryClient.setQueryData(queryKey, before),
    scope: { id: `roles ${id}` },
  });

  function mutate(roles: FieldRoles) {
    // A read that began before the change would restore the old roles.
    void queryClient.cancelQueries({ queryKey });
    const before = queryClient.getQueryData<Form>(queryKey);
    queryClient.setQueryData<Form>(queryKey, (form) => form && { ...form, fieldRoles: roles });
    mutation.mutate({ roles, before });
  }

  return { ...mutation, mutate };
}
