import { auditPageSchema } from '@inlet/contracts/audit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services.tsx';

const pageSize = 50;

/** What happened to the account, newest first, a page at a time. */
export function useActivity() {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ['activity'],
    initialPageParam: null as string | null,
    queryFn({ pageParam, signal }) {
      const query = new URLSearchParams({ limit: String(pageSize), ...(pageParam !== null && { cursor: pageParam }) });
      return api.call(`/api/v1/me/audit?${query}`, auditPageSchema, { signal });
    },
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Looking at the window again must not fetch every page anew; opening the screen again begins with the first.
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
}
