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
    // Returning to the window must not fetch every page again; reopening the screen starts with the first page.
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
}
