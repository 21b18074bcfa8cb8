import type { AuthMode } from '#features/auth/auth-mode.ts';
import { AuthLink } from '#features/auth/components/auth-link.tsx';
import { useSessionState } from '#lib/services.tsx';
import { useAppConfig } from '#lib/use-app-config.ts';

/** The links from one mode to the others; links without a use are not shown. */
export function AuthLinks({ mode }: { mode: AuthMode }) {
  const isSignedIn = useSessionState().status === 'signed-in';
  const config = useAppConfig();
  return (
    <nav aria-label="Other ways" className="mt-6 flex flex-col items-start gap-x-6 text-small">
      {mode === 'sign-in' && config.data?.passwords !== false && (
        <AuthLink to="/auth?mode=forgot">Forgot your password?</AuthLink>
      )}
      {mode === 'sign-in' && config.data?.signUp === 'open' && (
        <AuthLink to="/auth?mode=sign-up">Create an account</AuthLink>
      )}
      {mode === 'sign-in' && config.data?.waitlistEndpointId && (
        <AuthLink to="/auth?mode=waitlist">Join the waitlist</AuthLink>
      )}
      {mode !== 'sign-in' && !isSignedIn && <AuthLink to="/auth">Go to sign-in</AuthLink>}
      {mode !== 'sign-in' && isSignedIn && <AuthLink to="/dashboard">Back to Dashboard</AuthLink>}
      {mode === 'reset' && <AuthLink to="/auth?mode=forgot">Ask for a new link</AuthLink>}
    </nav>
  );
}
