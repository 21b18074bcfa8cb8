import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { Button } from '#components/ui/button.tsx';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useJoinWorkspace } from '#features/auth/api/use-join-workspace.ts';
import { SignInForm } from '#features/auth/components/sign-in-form.tsx';
import { SignUpForm } from '#features/auth/components/sign-up-form.tsx';
import { ApiError, failureMessage } from '#lib/http.ts';
import { useSession, useSessionState, useUser } from '#lib/services.tsx';
import { useAppConfig } from '#lib/use-app-config.ts';

/**
 * The page of an invitation to a workspace. Its link does not tell a stranger who was invited, so the person says
 * whether there is an account.
 */
export function JoinWorkspace({ token }: { token: string }) {
  const state = useSessionState();
  const config = useAppConfig().data;
  const [hasAccount, setHasAccount] = useState(false);
  const [isNew, setIsNew] = useState(false);
  // The new account has joined with its creation.
  if (state.status === 'signed-in' && isNew) return <Navigate to="/dashboard" replace />;
  if (state.status === 'signed-in') return <Accept token={token} />;
  return (
    <div className="grid gap-6">
      <Notice tone="success">You are invited to a workspace. Use the email address that got the invitation.</Notice>
      {hasAccount ? (
        <SignInForm config={config} join={token} />
      ) : (
        <SignUpForm config={config} invite={null} join={token} onSubmit={() => setIsNew(true)} />
      )}
      <Button
        onClick={() => {
          setIsNew(false);
          setHasAccount(!hasAccount);
        }}
      >
        {hasAccount ? 'Create an account instead' : 'Sign in to your account instead'}
      </Button>
    </div>
  );
}

/** Asks before it joins, so that the person knows which account gets the workspace. */
function Accept({ token }: { token: string }) {
  const session = useSession();
  const { email } = useUser();
  const { mutate, error, isPending, isSuccess } = useJoinWorkspace();
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'invalid_token') {
    return (
      <div className="grid gap-6">
        <Notice tone="warning">
          This invitation cannot be used any more. It was used or withdrawn, or it has expired. Ask for a new one.
        </Notice>
        <ButtonLink to="/dashboard" variant="primary">
          Go to Dashboard
        </ButtonLink>
      </div>
    );
  }
  if (code === 'other_invitation') {
    return (
      <div className="grid gap-6">
        <Notice tone="warning">
          <p className="wrap-anywhere">This invitation is for another email address. You are signed in as {email}.</p>
        </Notice>
        <Button onClick={() => void session.signOut()}>Sign out and continue</Button>
      </div>
    );
  }
  return (
    <div className="grid gap-6">
      {error && <Notice tone="danger">{failureMessage(error)}</Notice>}
      <p className="text-small wrap-anywhere">You are signed in as {email}.</p>
      <Button variant="primary" isLoading={isPending || isSuccess} onClick={() => mutate(token)}>
        Join the workspace
      </Button>
    </div>
  );
}
