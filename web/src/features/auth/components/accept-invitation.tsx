import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { Button } from '#components/ui/button.tsx';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { useAcceptInvitation } from '#features/auth/api/use-accept-invitation.ts';
import { useInvitation } from '#features/auth/api/use-invitation.ts';
import { ApiError, failureMessage } from '#lib/http.ts';
import { useSession } from '#lib/services.tsx';

/** Accepts an invitation for the signed-in person and continues to the plans. */
export function AcceptInvitation({ token, email }: { token: string; email: string }) {
  const session = useSession();
  const { data: invitation, isPending: isReading } = useInvitation(token);
  const { mutate, error, isPending, isSuccess } = useAcceptInvitation();
  const invited = invitation?.email ?? null;
  // The link of the first account, which was just created with it.
  const isDone = invitation !== undefined && invited === null;
  const isForOther = invited !== null && invited !== email;
  useEffect(() => {
    if (!isReading && !isForOther && !isDone) mutate(token);
  }, [mutate, token, isReading, isForOther, isDone]);

  if (isSuccess || isDone) return <Navigate to="/dashboard" replace />;
  if (isForOther) {
    return (
      <div className="grid gap-6">
        <Notice tone="warning">
          <p className="wrap-anywhere">
            This invitation is for {invited}. You are signed in as {email}.
          </p>
        </Notice>
        <Button onClick={() => void session.signOut()}>Sign out and continue</Button>
      </div>
    );
  }
  if (error instanceof ApiError && error.code === 'invalid_token') {
    return (
      <div className="grid gap-6">
        <Notice tone="warning">This invitation cannot be used any more. Your account works without it.</Notice>
        <ButtonLink to="/dashboard" variant="primary">
          Go to Dashboard
        </ButtonLink>
      </div>
    );
  }
  if (error) {
    return (
      <div className="grid gap-6">
        <Notice tone="danger">{failureMessage(error)}</Notice>
        <Button isLoading={isPending} onClick={() => mutate(token)}>
          Try again
        </Button>
      </div>
    );
  }
  return <Spinner label="Accepting your invitation" />;
}
