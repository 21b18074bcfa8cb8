import type { Attempt } from '@inlet/contracts/targets';
import { useInfiniteQuery } from '@tanstack/react-query';
import { attemptsKey } from '#features/integrations/api/target-keys.ts';
import { useApi } from '#lib/services.tsx';

const pageSize = 50;
const refreshMs = 3_000;

/** The log of an integration, newest first, a page at a time. */
export function useAttempts(targetId: string, state: Attempt['state'] | undefined) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [...attemptsKey(targetId), state ?? 'all'],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      api.call('listAttempts', {
        path: { id: targetId },
        query: { limit: pageSize, cursor: pageParam ?? undefined, state },
        signal,
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Another fetch reads every page, so the log is refreshed automatically only while it has one page.
    refetchInterval: (query) => (query.state.data?.pages.length === 1 ? refreshMs : false),
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
}
