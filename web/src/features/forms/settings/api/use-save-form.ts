import type { Form, UpdateForm } from '@inlet/contracts/forms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formKey } from '#features/forms/api/use-form.ts';
import { formsKey } from '#features/forms/api/use-forms.ts';
import { useApi } from '#lib/services.tsx';

export function useSaveForm(formId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: UpdateForm) => api.call('updateForm', { path: { id: formId }, body }),
    async onSuccess(form: Form) {
      // A read that began before the change would restore the old form.
      await queryClient.cancelQueries({ queryKey: formKey(formId) });
      queryClient.setQueryData(formKey(formId), form);
      queryClient.setQueryData<readonly Form[]>(formsKey, (forms) =>
        forms?.map((old) => (old.id === formId ? form : old)),
      );
      void queryClient.invalidateQueries({ queryKey: formsKey });
    },
  });
}
