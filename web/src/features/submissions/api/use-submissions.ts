import type { SubmissionPage } from '@inlet/contracts/submissions';
import { useInfiniteQuery } from '@tanstack/react-query';
import { fetchSubmissions } from '#features/submissions/api/fetch-submissions.ts';
import type { LoadedSubmissions } from '#features/submissions/merge-latest.ts';
import { useApi } from '#lib/services.tsx';

export const submissionsKey = (formId: string) => ['submissions', formId] as const;

export function useSubmissions(formId: string) {
  const api = useApi();
  return useInfiniteQuery<SubmissionPage, Error, LoadedSubmissions, ReturnType<typeof submissionsKey>, string | null>({
    queryKey: submissionsKey(formId),
    queryFn: ({ pageParam, signal }) => fetchSubmissions(api, { formId, cursor: pageParam, signal }),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
    // Fetching again would fetch every loaded page; what is new comes through `useLatestSubmissions`.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** How many submissions the form has by the list's last word, or undefined while the list is loading. */
export function useSubmissionTotal(formId: string): number | undefined {
  return useSubmissions(formId).data?.pages[0]?.total;
}
