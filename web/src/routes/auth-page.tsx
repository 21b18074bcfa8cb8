import { Notice } from '#components/ui/notice.tsx';
import { PageTitle } from '#components/ui/page.tsx';
import { Wordmark } from '#components/ui/wordmark.tsx';
import { SignInForm } from '#features/auth/components/sign-in-form.tsx';
import { useSessionState } from '#lib/services.tsx';

export function AuthPage() {
  const session = useSessionState();
  const hasExpired = session.status === 'signed-out' && session.because === 'expiry';
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 pt-[max(4rem,16dvh)] pb-16">
      <PageTitle>Sign in</PageTitle>
      <div className="w-full max-w-[24rem]">
        <Wordmark />
        <h1 className="mt-8 text-title font-semibold">Sign in</h1>
        <p className="mt-1 mb-8 text-muted">Your forms and what people sent through them.</p>
        {hasExpired && (
          <div className="mb-6">
            <Notice tone="info">Your session has ended. Sign in again to go on where you were.</Notice>
          </div>
        )}
        <SignInForm />
      </div>
    </main>
  );
}
