import { useQuery } from '@tanstack/react-query';
import { fetchSubmissions } from '#features/submissions/api/fetch-submissions.ts';
import { totalKey } from '#features/submissions/api/submission-keys.ts';
import { noFilter } from '#features/submissions/filter.ts';
import { useApi } from '#lib/services.tsx';

/** The number of submissions by the last page of the list; undefined until a page is loaded. */
export function useSubmissionTotal(formId: string): number | undefined {
  return useQuery<number>({ queryKey: totalKey(formId, 'inbox'), enabled: false, queryFn: neverAsked }).data;
}

/** How many submissions wait in the folder for spam. */
export function useSpamTotal(formId: string): number | undefined {
  const api = useApi();
  return useQuery({
    queryKey: totalKey(formId, 'spam'),
    queryFn: async ({ signal }) => {
      const filter = { ...noFilter, folder: 'spam' } as const;
      return (await fetchSubmissions(api, { formId, filter, cursor: null, limit: 1, signal })).total;
    },
  }).data;
}

async function neverAsked(): Promise<number> {
  throw new Error('The list sets this number');
}
