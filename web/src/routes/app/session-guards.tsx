import { useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { Failure } from '#components/ui/failure.tsx';
import { FullPageSpinner } from '#components/ui/full-page-spinner.tsx';
import { PageTitle } from '#components/ui/page.tsx';
import { authMode, isForEverybody } from '#features/auth/auth-mode.ts';
import { askedForBefore } from '#features/auth/return-from-provider.ts';
import { useSession, useSessionState } from '#lib/services.tsx';

/** Wraps everything for signed-in people: others are sent to sign in, and return to the requested page. */
export function SignedInOnly() {
  const state = useSessionState();
  const location = useLocation();
  const [wasIn, setWasIn] = useState(false);
  if (state.status === 'signed-in' && !wasIn) setWasIn(true);
  if (state.status === 'loading') {
    return <SessionPending isUnreachable={state.isUnreachable}>Checking subscription status...</SessionPending>;
  }
  if (state.status === 'signed-in') return <Outlet />;
  if (state.because === 'deletion') return <Navigate to="/goodbye" replace />;
  if (state.because === 'choice' && wasIn) return <Navigate to="/" replace />;
  return <Navigate to="/auth" replace state={{ from: location.pathname + location.search }} />;
}

/** Wraps the sign-in screens: signed-in people are redirected, unless the screen is for everyone. */
export function SignedOutOnly() {
  const state = useSessionState();
  const location = useLocation();
  if (state.status === 'loading') return <SessionPending isUnreachable={state.isUnreachable} />;
  const query = new URLSearchParams(location.search);
  const isEntrance = !isForEverybody(authMode(query)) && !query.has('problem');
  if (state.status === 'signed-in' && isEntrance) {
    const before = askedForBefore(window.sessionStorage, location.search);
    return <Navigate to={before ?? askedForPage(location.state)} replace />;
  }
  return <Outlet />;
}

/** The address comes from our own redirect above; the browser keeps it over a reload. */
function askedForPage(state: unknown): string {
  const isRedirect = typeof state === 'object' && state !== null && 'from' in state;
  return isRedirect && typeof state.from === 'string' ? state.from : '/dashboard';
}

interface SessionPendingProps {
  readonly isUnreachable: boolean;
  readonly children?: string;
}

function SessionPending({ isUnreachable, children }: SessionPendingProps) {
  const session = useSession();
  if (!isUnreachable) return children ? <FullPageSpinner>{children}</FullPageSpinner> : <FullPageSpinner />;
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
