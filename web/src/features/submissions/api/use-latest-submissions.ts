import type { SubmissionPage } from '@inlet/contracts/submissions';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchSubmissions } from '#features/submissions/api/fetch-submissions.ts';
import { submissionsKey } from '#features/submissions/api/use-submissions.ts';
import { arrivedIds, type LoadedSubmissions, mergeLatest } from '#features/submissions/merge-latest.ts';
import { useApi } from '#lib/services.tsx';

const pollIntervalMs = 3_000;

/** Looks for new submissions while the page can be seen, and puts them in front of what `useSubmissions` has loaded. */
export function useLatestSubmissions(formId: string, loaded: LoadedSubmissions | undefined) {
  const queryClient = useQueryClient();
  const latest = usePolledPage(formId, loaded?.pages[0]);
  const [arrived, setArrived] = useState<ReadonlySet<string>>(new Set());

  // Also when `loaded` changes: a further page that was on its way brings back the list as it was when it was asked for.
  useEffect(() => {
    if (!loaded || !latest.data) return;
    const merged = mergeLatest(loaded, latest.data);
    if (merged === loaded) return;
    const ids = arrivedIds(loaded, latest.data);
    if (ids.length > 0) setArrived((before) => new Set([...before, ...ids]));
    queryClient.setQueryData(submissionsKey(formId), merged);
  }, [formId, loaded, latest.data, queryClient]);

  return { arrived, isInterrupted: latest.isError || latest.failureCount > 0 };
}

function usePolledPage(formId: string, firstPage: SubmissionPage | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: ['latest-submissions', formId],
    queryFn: ({ signal }) => fetchSubmissions(api, { formId, cursor: null, signal }),
    enabled: firstPage !== undefined,
    refetchInterval: pollIntervalMs,
    staleTime: pollIntervalMs,
    // An old newest page must never meet a newer list.
    gcTime: 0,
    retry: false,
    ...(firstPage && { initialData: firstPage }),
  });
}
