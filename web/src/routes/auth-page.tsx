import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Notice } from '#components/ui/notice.tsx';
import { PageTitle } from '#components/ui/page.tsx';
import { Wordmark } from '#components/ui/wordmark.tsx';
import { type AuthMode, authMode } from '#features/auth/auth-mode.ts';
import { AuthLinks } from '#features/auth/components/auth-links.tsx';
import { ConfirmEmail } from '#features/auth/components/confirm-email.tsx';
import { ForgotPasswordForm } from '#features/auth/components/forgot-password-form.tsx';
import { ResetPasswordForm } from '#features/auth/components/reset-password-form.tsx';
import { SignInForm } from '#features/auth/components/sign-in-form.tsx';
import { SignUpForm } from '#features/auth/components/sign-up-form.tsx';
import { WaitlistForm } from '#features/auth/components/waitlist-form.tsx';
import { useSessionState } from '#lib/services.tsx';

const screens: Record<AuthMode, { readonly title: string; readonly intro: string }> = {
  'sign-in': { title: 'Sign in', intro: 'Your forms and their submissions.' },
  'sign-up': { title: 'Create an account', intro: 'Then choose a plan and create your first form.' },
  waitlist: {
    title: 'Join the waitlist',
    intro: 'Inlet is in private beta. We email you when there is a place for you.',
  },
  forgot: { title: 'Forgot your password?', intro: 'We send you a link to choose a new one.' },
  reset: { title: 'Choose a new password', intro: 'All signed-in devices will be signed out.' },
  'confirm-email': { title: 'Confirm your email', intro: 'From then on you sign in with the new address.' },
};

export function AuthPage() {
  const [query] = useSearchParams();
  const mode = authMode(query);
  const { title, intro } = screens[mode];
  const session = useSessionState();
  const hasExpired = mode === 'sign-in' && session.status === 'signed-out' && session.because === 'expiry';
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 pt-[max(4rem,16dvh)] pb-16">
      <PageTitle>{title}</PageTitle>
      <div className="w-full max-w-[24rem]">
        <a href="/" aria-label="Inlet, to the start page" className="inline-flex rounded-medium">
          <Wordmark />
        </a>
        <h1 className="mt-8 text-title font-semibold">{title}</h1>
        <p className="mt-1 mb-8 text-muted">{intro}</p>
        {hasExpired && (
          <div className="mb-6">
            <Notice tone="info">Your session has ended. Sign in again to go on where you were.</Notice>
          </div>
        )}
        {/* A new mode begins with empty fields and without the other one's messages. */}
        <div key={mode}>{formOf(mode, query)}</div>
        <AuthLinks mode={mode} />
      </div>
    </main>
  );
}

function formOf(mode: AuthMode, query: URLSearchParams): ReactNode {
  switch (mode) {
    case 'sign-in':
      return <SignInForm />;
    case 'sign-up':
      return <SignUpForm invite={query.get('invite')} />;
    case 'waitlist':
      return <WaitlistForm />;
    case 'forgot':
      return <ForgotPasswordForm />;
    case 'reset':
      return <ResetPasswordForm token={query.get('token') ?? ''} />;
    case 'confirm-email':
      return <ConfirmEmail token={query.get('token') ?? ''} />;
  }
}
