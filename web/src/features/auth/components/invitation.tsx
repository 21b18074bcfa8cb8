import type { Invitation } from '@inlet/contracts/sessions';
import { Notice } from '#components/ui/notice.tsx';
import { useInvitation } from '#features/auth/api/use-invitation.ts';
import { AcceptInvitation } from '#features/auth/components/accept-invitation.tsx';
import { SignInForm } from '#features/auth/components/sign-in-form.tsx';
import { ClosedSignUp } from '#features/auth/components/sign-up.tsx';
import { SignUpForm } from '#features/auth/components/sign-up-form.tsx';
import { ApiError } from '#lib/http.ts';
import { useSessionState } from '#lib/services.tsx';
import { useAppConfig } from '#lib/use-app-config.ts';

/** The page of an invitation link: it leads to the address's account, to a new account, or directly to the plans. */
export function InvitationEntrance({ token }: { token: string }) {
  const session = useSessionState();
  const { data, error } = useInvitation(token);
  const config = useAppConfig().data;
  if (session.status === 'signed-in') return <AcceptInvitation token={token} email={session.user.email} />;
  const isUnknown = error instanceof ApiError && error.code === 'invalid_token';
  const isUseless = isUnknown || (data !== undefined && data.state !== 'open');
  return (
    <div className="grid gap-6">
      {data && <InvitationNotice invitation={data} sellsPlans={config?.billing === 'on'} />}
      {isUnknown && <Notice tone="warning">This invitation link is not valid. Check that it is complete.</Notice>}
      {data?.hasAccount && <SignInForm config={config} initialEmail={data.email ?? undefined} invite={token} />}
      {!data?.hasAccount &&
        (config?.signUp === 'invite' && isUseless ? (
          <ClosedSignUp config={config} />
        ) : (
          <SignUpForm config={config} invite={token} initialEmail={data?.email ?? undefined} />
        ))}
    </div>
  );
}

function InvitationNotice({ invitation, sellsPlans }: { invitation: Invitation; sellsPlans: boolean }) {
  const { state, email } = invitation;
  if (state === 'used') return <Notice tone="info">This invitation was used. Sign in to continue.</Notice>;
  if (state === 'expired') {
    return <Notice tone="warning">This invitation has expired. Contact us for a new one.</Notice>;
  }
  if (email === null) return <Notice tone="success">You create the first account of this installation.</Notice>;
  return (
    <Notice tone="success">
      You are invited to {sellsPlans ? 'Early Pro' : 'Inlet'}. The invitation is for{' '}
      <span className="wrap-anywhere">{email}</span>.
    </Notice>
  );
}
