import type { AppConfig } from '@inlet/contracts/app-config';
import { ButtonLink } from '#components/ui/button-link.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { SignUpForm } from '#features/auth/components/sign-up-form.tsx';
import { useAppConfig } from '#lib/use-app-config.ts';

/** The form of a new account; if sign-up is closed, the reason is shown instead. */
export function SignUp({ invite }: { invite: string | null }) {
  const config = useAppConfig();
  if (invite !== null) return <SignUpForm config={config.data} invite={invite} />;
  if (config.isPending) return <Spinner label="Loading" />;
  return config.data?.signUp === 'invite' ? (
    <ClosedSignUp config={config.data} />
  ) : (
    <SignUpForm config={config.data} invite={null} />
  );
}

/** Explains that a new account needs an invitation, and how to get an invitation. */
export function ClosedSignUp({ config }: { config: AppConfig }) {
  const { waitlistEndpointId, supportEmail } = config;
  return (
    <div className="grid gap-6">
      <Notice tone="info">
        <p>A new account needs an invitation.</p>
        {waitlistEndpointId === null && (
          <p className="wrap-anywhere">
            {supportEmail === null ? (
              'The operator of this installation can invite you.'
            ) : (
              <>
                Ask for one at{' '}
                <a href={`mailto:${supportEmail}`} className="underline underline-offset-4">
                  {supportEmail}
                </a>
                .
              </>
            )}
          </p>
        )}
      </Notice>
      {waitlistEndpointId !== null && (
        <ButtonLink to="/auth?mode=waitlist" variant="primary">
          Join the waitlist
        </ButtonLink>
      )}
    </div>
  );
}
