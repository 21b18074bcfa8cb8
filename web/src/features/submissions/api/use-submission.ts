import type { Submission } from '@inlet/contracts/submissions';
import { useQuery } from '@tanstack/react-query';
import { submissionKey } from '#features/submissions/api/submission-keys.ts';
import { useApi } from '#lib/services.tsx';

/** One submission: from the list if it is complete there, otherwise from the service. */
export function useSubmission(formId: string, id: string | null, loaded: Submission | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: submissionKey(formId, id ?? ''),
    queryFn: ({ signal }) => api.call('readSubmission', { path: { id: formId, sid: id ?? '' }, signal }),
    enabled: id !== null && loaded === undefined,
    gcTime: 0,
    ...(loaded && { initialData: loaded }),
  });
}
