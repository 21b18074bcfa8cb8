import type { QueryClient } from '@tanstack/react-query';
import type { Connection } from '#lib/connection.ts';
import type { SessionStore } from '#lib/session.ts';

interface RecoveryDeps {
  readonly connection: Connection;
  readonly session: SessionStore;
  readonly queryClient: QueryClient;
}

/** Repeats failed requests when the service can be reached again. */
export function recoverWithConnection({ connection, session, queryClient }: RecoveryDeps): () => void {
  return connection.subscribe(() => {
    if (!connection.isReachable()) return;
    const state = session.getState();
    if (state.status === 'loading' && state.isUnreachable) void session.start();
    void queryClient.refetchQueries({ type: 'active', predicate: (query) => query.state.status === 'error' });
  });
}
