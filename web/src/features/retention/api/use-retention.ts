import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

export const retentionKey = (formId: string) => ['retention', formId] as const;

/** The days after which a form deletes its submissions. */
export function useRetention(formId: string) {
  const api = useApi();
  return useQuery({
    queryKey: retentionKey(formId),
    queryFn: ({ signal }) => api.call('readRetention', { path: { id: formId }, signal }),
  });
}
