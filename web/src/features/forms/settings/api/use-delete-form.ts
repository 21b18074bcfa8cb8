import type { Form } from '@inlet/contracts/forms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formKey } from '#features/forms/api/use-form.ts';
import { formsKey } from '#features/forms/api/use-forms.ts';
import { useApi } from '#lib/services.tsx';

export function useDeleteForm(formId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('deleteForm', { path: { id: formId } }),
    async onSuccess() {
      queryClient.removeQueries({ queryKey: formKey(formId), type: 'inactive' });
      // The list is shown next: it must not contain the form until it has been read again.
      await queryClient.cancelQueries({ queryKey: formsKey });
      queryClient.setQueryData<readonly Form[]>(formsKey, (forms) => forms?.filter(({ id }) => id !== formId));
    },
    onError(error) {
      // biome-ignore lint/suspicious/noConsole: a deletion that failed is logged, and the button works again
      console.error('The form could not be deleted', error);
    },
  });
}
