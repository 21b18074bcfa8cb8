import type { QueryClient } from '@tanstack/react-query';
import type { SessionStore } from '#lib/session.ts';

/** What one person loaded must not be shown to the next one on the same machine. */
export function forgetDataWithSession(session: SessionStore, queryClient: QueryClient): () => void {
  return session.subscribe(() => {
    if (session.getState().status === 'signed-out') queryClient.clear();
  });
}
