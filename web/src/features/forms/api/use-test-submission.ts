import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formKey } from '#features/forms/api/use-form.ts';
import { formsKey } from '#features/forms/api/use-forms.ts';
import { useApi } from '#lib/services.tsx';
import { usageKey } from '#lib/usage-key.ts';

/**
 * The service sends it on the owner's behalf: a browser always reports this page as the origin, which a form with
 * allowed origins rightly refuses.
 */
export function useTestSubmission(formId: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call('sendTestSubmission', { path: { id: formId } }),
    onSuccess: () =>
      Promise.all([formKey(formId), formsKey, usageKey].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}
