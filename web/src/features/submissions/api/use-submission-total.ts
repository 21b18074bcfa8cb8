import { useQuery } from '@tanstack/react-query';
import { totalKey } from '#features/submissions/api/submission-keys.ts';

/** The number of submissions according to the last page of the list; undefined until a page is loaded. */
export function useSubmissionTotal(formId: string, folder: 'inbox' | 'spam'): number | undefined {
  return useQuery<number>({ queryKey: totalKey(formId, folder), enabled: false, queryFn: neverAsked }).data;
}

async function neverAsked(): Promise<number> {
  throw new Error('The list sets this number');
}
