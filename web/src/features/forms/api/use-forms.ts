import { formListSchema } from '@inlet/contracts/forms';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

export const formsKey = ['forms'] as const;

export function useForms() {
  const api = useApi();
  return useQuery({
    queryKey: formsKey,
    queryFn: async ({ signal }) => (await api.call('/api/v1/forms', formListSchema, { signal })).forms,
  });
}
