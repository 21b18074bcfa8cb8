import { formSchema } from '@inlet/contracts/forms';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

export const formKey = (formId: string) => ['form', formId] as const;

export function useForm(formId: string) {
  const api = useApi();
  return useQuery({
    queryKey: formKey(formId),
    queryFn: ({ signal }) => api.call(`/api/v1/forms/${encodeURIComponent(formId)}`, formSchema, { signal }),
  });
}
