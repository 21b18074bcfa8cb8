import type { QueryClient } from '@tanstack/react-query';
import type { SessionStore } from '#lib/session.ts';

/** Forgets all loaded data at sign-out: the next person on this machine must not see it. */
export function forgetDataWithSession(session: SessionStore, queryClient: QueryClient): () => void {
  return session.subscribe(() => {
    if (session.getState().status === 'signed-out') queryClient.clear();
  });
}
