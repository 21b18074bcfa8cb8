import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi, useUser } from '#lib/services.tsx';

const pageSize = 50;

/** The chosen events; an empty text chooses all. */
export interface ActivityFilter {
  readonly actor: string;
  readonly action: string;
}

/** The events of the workspace, newest first, a page at a time. */
export function useActivity(filter: ActivityFilter) {
  const api = useApi();
  const { id } = useUser();
  return useInfiniteQuery({
    queryKey: ['activity', id, filter],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      api.call('listWorkspaceAudit', {
        path: { id },
        query: { ...queryOf(filter), limit: pageSize, cursor: pageParam ?? undefined },
        signal,
      }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Returning to the window must not fetch every page again; reopening the screen starts with the first page.
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
}

export function queryOf({ actor, action }: ActivityFilter) {
  return { actor: actor || undefined, action: action || undefined };
}
