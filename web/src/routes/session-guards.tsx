import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { Failure } from '#components/ui/failure.tsx';
import { FullPageSpinner } from '#components/ui/full-page-spinner.tsx';
import { PageTitle } from '#components/ui/page.tsx';
import { useSession, useSessionState } from '#lib/services.tsx';
import type { SessionState } from '#lib/session.ts';

/** Everything for signed-in people: others are sent to sign in, and come back to where they wanted to go. */
export function SignedInOnly() {
  const state = useSessionState();
  const location = useLocation();
  if (state.status === 'loading') return <SessionPending isUnreachable={state.isUnreachable} />;
  if (state.status === 'signed-in') return <Outlet />;
  if (state.because === 'choice' && location.pathname !== '/') return <Navigate to="/" replace />;
  const hasAskedForPage = state.because !== 'choice' && location.pathname !== '/';
  const from = hasAskedForPage ? location.pathname + location.search : null;
  return <Navigate to="/auth" replace state={{ from }} />;
}

/** The sign-in screen: whoever is signed in already moves on. */
export function SignedOutOnly() {
  const state = useSessionState();
  const location = useLocation();
  if (state.status === 'loading') return <SessionPending isUnreachable={state.isUnreachable} />;
  if (state.status === 'signed-in') return <Navigate to={askedForPage(location.state)} replace />;
  return <Outlet />;
}

/** The address comes from our own redirect above, and is kept by the browser over a reload. */
function askedForPage(state: unknown): string {
  const isRedirect = typeof state === 'object' && state !== null && 'from' in state;
  return isRedirect && typeof state.from === 'string' ? state.from : '/forms';
}

function SessionPending({ isUnreachable }: Pick<Extract<SessionState, { status: 'loading' }>, 'isUnreachable'>) {
  const session = useSession();
  if (!isUnreachable) return <FullPageSpinner />;
  return (
    <main className="grid min-h-dvh place-items-center">
      <PageTitle>Not reachable</PageTitle>
      <Failure
        level="page"
        title="Inlet cannot be reached"
        message="You are still signed in on this device. Check your connection and try again."
        isRetrying={false}
        onRetry={() => void session.start()}
      />
    </main>
  );
}
