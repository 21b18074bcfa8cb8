import type { CreateForm } from '@inlet/contracts/forms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formKey } from '#features/forms/api/use-form.ts';
import { formsKey } from '#features/forms/api/use-forms.ts';
import { useApi } from '#lib/services.tsx';
import { usageKey } from '#lib/usage-key.ts';

export function useCreateForm() {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CreateForm) => api.call('createForm', { body }),
    onSuccess: (form) => {
      queryClient.setQueryData(formKey(form.id), form);
      return Promise.all([formsKey, usageKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
  });
}
