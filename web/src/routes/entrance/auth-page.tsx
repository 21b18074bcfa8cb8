import type { AppConfig } from '@inlet/contracts/app-config';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Notice } from '#components/ui/notice.tsx';
import { useInvitation } from '#features/auth/api/use-invitation.ts';
import { type AuthMode, authMode } from '#features/auth/auth-mode.ts';
import { AuthLinks } from '#features/auth/components/auth-links.tsx';
import { ConfirmEmail } from '#features/auth/components/confirm-email.tsx';
import { ForgotPasswordForm } from '#features/auth/components/forgot-password-form.tsx';
import { InvitationEntrance } from '#features/auth/components/invitation.tsx';
import { JoinWorkspace } from '#features/auth/components/join-workspace.tsx';
import { ResetPasswordForm } from '#features/auth/components/reset-password-form.tsx';
import { SignInForm } from '#features/auth/components/sign-in-form.tsx';
import { SignInProblem } from '#features/auth/components/sign-in-problem.tsx';
import { SignUp } from '#features/auth/components/sign-up.tsx';
import { VerifyEmail } from '#features/auth/components/verify-email.tsx';
import { WaitlistForm } from '#features/auth/components/waitlist-form.tsx';
import { useSessionState } from '#lib/services.tsx';
import { useAppConfig } from '#lib/use-app-config.ts';
import { EntranceFrame } from '#routes/entrance/entrance-frame.tsx';

const screens: Record<AuthMode, { readonly title: string; readonly intro: string }> = {
  'sign-in': { title: 'Sign in', intro: 'Your forms and their submissions.' },
  'sign-up': { title: 'Create an account', intro: 'Next: choose a plan and create your first form.' },
  invitation: { title: 'Create an account', intro: 'Next: claim your Early Pro spot and create your first form.' },
  join: { title: 'Join a workspace', intro: 'Its forms and submissions are open to you afterwards.' },
  waitlist: {
    title: 'Join the waitlist',
    intro: 'Inlet is in private beta, with a limited number of spots.',
  },
  forgot: { title: 'Forgot your password?', intro: 'We send you a link to choose a new one.' },
  reset: { title: 'Choose a new password', intro: 'All signed-in devices will be signed out.' },
  'confirm-email': { title: 'Confirm your email', intro: 'From then on you sign in with the new address.' },
  verify: { title: 'Verify your email', intro: 'Confirm to get new submissions by email.' },
};

export function AuthPage() {
  const [query] = useSearchParams();
  const mode = authMode(query);
  const config = useAppConfig().data;
  const session = useSessionState();
  const { data: invitation } = useInvitation(mode === 'invitation' ? query.get('invite') : null);
  const isForMember = session.status === 'signed-in' || invitation?.hasAccount === true;
  const { title, intro } = mode === 'invitation' && isForMember ? memberScreenOf(config) : screenOf(mode, config);
  const problem = query.get('problem');
  if (problem !== null && session.status === 'signed-in') return <RefusedLink problem={problem} />;
  const hasExpired = mode === 'sign-in' && session.status === 'signed-out' && session.because === 'expiry';
  return (
    <EntranceFrame title={title} intro={intro}>
      {hasExpired && (
        <div className="mb-6">
          <Notice tone="info">Your session has ended. Sign in again to go on where you were.</Notice>
        </div>
      )}
      {problem !== null && <SignInProblem problem={problem} />}
      {/* A new mode begins with empty fields and without the other one's messages. */}
      <div key={mode}>{formOf(mode, query, config)}</div>
      <AuthLinks mode={mode} />
    </EntranceFrame>
  );
}

/** Somebody who is signed in wanted to link a provider. */
function RefusedLink({ problem }: { problem: string }) {
  return (
    <EntranceFrame title="Not linked" intro="You are signed in as before.">
      <SignInProblem problem={problem} />
      <AuthLinks mode="invitation" />
    </EntranceFrame>
  );
}

/** An invitation for somebody who has an account. */
function memberScreenOf(config: AppConfig | undefined) {
  return {
    title: 'Accept your invitation',
    intro: config?.billing === 'off' ? '' : 'Next: claim your Early Pro spot.',
  };
}

function screenOf(mode: AuthMode, config: AppConfig | undefined) {
  const screen = screens[mode];
  if (mode === 'sign-up' && config?.signUp === 'invite') return { ...screen, intro: 'By invitation only.' };
  if ((mode === 'sign-up' || mode === 'invitation') && config?.billing === 'off')
    return { ...screen, intro: 'Next: create your first form.' };
  return screen;
}

function formOf(mode: AuthMode, query: URLSearchParams, config: AppConfig | undefined): ReactNode {
  switch (mode) {
    case 'sign-in':
      return <SignInForm config={config} />;
    case 'sign-up':
      return <SignUp invite={query.get('invite')} />;
    case 'invitation':
      return <InvitationEntrance token={query.get('invite') ?? ''} />;
    case 'join':
      return <JoinWorkspace token={query.get('join') ?? ''} />;
    case 'waitlist':
      return <WaitlistForm />;
    case 'forgot':
      return <ForgotPasswordForm />;
    case 'reset':
      return <ResetPasswordForm token={query.get('token') ?? ''} />;
    case 'confirm-email':
      return <ConfirmEmail token={query.get('token') ?? ''} />;
    case 'verify':
      return <VerifyEmail token={query.get('token') ?? ''} />;
  }
}
