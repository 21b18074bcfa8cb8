import type { SubmissionPage } from '@inlet/contracts/submissions';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { fetchSubmissions } from '#features/submissions/api/fetch-submissions.ts';
import { firstPageKey, totalKey } from '#features/submissions/api/submission-keys.ts';
import { type Filter, isFiltered } from '#features/submissions/filter.ts';
import { useApi } from '#lib/services.tsx';

/** The list takes the page when it is shown; after this time it reads the page itself. */
const keptMs = 15_000;

/** Requests the first page of the list while the page around the list is still loading. */
export function useFirstPage(formId: string, filter: Filter): void {
  const api = useApi();
  const queryClient = useQueryClient();
  // Only the first list of a page is prefetched: the list itself requests every later one.
  const begun = useRef('');
  useEffect(() => {
    if (begun.current === formId) return;
    begun.current = formId;
    if (filter.folder === 'refused') return;
    void queryClient.prefetchQuery({
      queryKey: firstPageKey(formId, filter),
      queryFn: async () => {
        const page = await fetchSubmissions(api, { formId, filter, cursor: null });
        // The total of a filtered list counts only its matches.
        if (!isFiltered(filter)) queryClient.setQueryData(totalKey(formId, filter.folder), page.total);
        return page;
      },
      gcTime: keptMs,
    });
  }, [api, queryClient, formId, filter]);
}

/** The prefetched page if it has arrived: the list starts with its rows. */
export function arrivedFirstPage(queryClient: QueryClient, formId: string, filter: Filter): SubmissionPage | undefined {
  return queryClient.getQueryData(firstPageKey(formId, filter));
}

/** Drops a page that has arrived, because it is outdated later. A pending one stays: the list waits for it. */
export function dropFirstPage(queryClient: QueryClient, formId: string, filter: Filter): void {
  if (!arrivedFirstPage(queryClient, formId, filter)) return;
  queryClient.removeQueries({ queryKey: firstPageKey(formId, filter) });
}

/** The prefetched page; it can be taken once. Null without a prefetch, or after a failed prefetch. */
export async function takeFirstPage(
  queryClient: QueryClient,
  formId: string,
  filter: Filter,
): Promise<SubmissionPage | null> {
  const queryKey = firstPageKey(formId, filter);
  const query = queryClient.getQueryCache().find<SubmissionPage>({ queryKey });
  if (!query) return null;
  try {
    return query.state.data ?? (await query.promise) ?? null;
  } catch {
    return null;
  } finally {
    queryClient.removeQueries({ queryKey });
  }
}
