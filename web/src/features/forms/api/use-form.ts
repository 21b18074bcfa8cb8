import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

export const formKey = (formId: string) => ['form', formId] as const;

export function useForm(formId: string) {
  const api = useApi();
  return useQuery({
    queryKey: formKey(formId),
    queryFn: ({ signal }) => api.call('readForm', { path: { id: formId }, signal }),
  });
}
