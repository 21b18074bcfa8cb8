import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

/** The names of the fields of the newest submissions. */
export function useFieldNames(formId: string): readonly string[] {
  const api = useApi();
  const samples = useQuery({
    queryKey: ['field-names', formId],
    async queryFn({ signal }) {
      const events = await api.call('listSamples', { path: { id: formId }, signal });
      const names = events.flatMap(({ data }) =>
        'submission' in data && 'data' in data.submission ? Object.keys(data.submission.data) : [],
      );
      return [...new Set(names)];
    },
  });
  return samples.data ?? [];
}
