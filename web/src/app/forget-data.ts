import type { QueryClient } from '@tanstack/react-query';
import type { SessionStore } from '#lib/session.ts';

/** Forgets all loaded data at sign-out and with the workspace: the next person or page must not show it. */
export function forgetDataWithSession(session: SessionStore, queryClient: QueryClient): () => void {
  let workspace: string | null = null;
  return session.subscribe(() => {
    const state = session.getState();
    const next = state.status === 'signed-in' ? state.user.id : null;
    if (state.status === 'signed-out') queryClient.clear();
    else if (workspace !== null && next !== null && next !== workspace) void queryClient.resetQueries();
    workspace = next ?? workspace;
  });
}
