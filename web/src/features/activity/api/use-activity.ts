import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

const pageSize = 50;

/** The events of the account, newest first, a page at a time. */
export function useActivity() {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ['activity'],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      api.call('listAudit', { query: { limit: pageSize, cursor: pageParam ?? undefined }, signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Looking at the window again must not fetch every page anew; opening the screen again begins with the first.
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
}
