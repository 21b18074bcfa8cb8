import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

export interface ConditionField {
  readonly name: string;
  readonly label?: string | undefined;
}

const none: readonly ConditionField[] = [];

/** The fields that came in, with their names for people. */
export function useConditionFields(formId: string): readonly ConditionField[] {
  const api = useApi();
  const fields = useQuery({
    queryKey: ['fields', formId],
    queryFn: ({ signal }) => api.call('listFields', { path: { id: formId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return fields.data?.fields ?? none;
}
