import type { AppConfig } from '@inlet/contracts/app-config';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useSignIn } from '#features/auth/api/use-sign-in.ts';
import { CredentialsForm } from '#features/auth/components/credentials-form.tsx';
import { PasskeyButton } from '#features/auth/components/passkey-button.tsx';
import { ProviderLinks } from '#features/auth/components/provider-links.tsx';
import { SecondStep } from '#features/auth/components/second-step.tsx';
import { secondStepIn } from '#features/auth/return-from-provider.ts';
import type { SecondStep as Needed } from '#lib/session.ts';

interface SignInFormProps {
  /** Undefined until it is read, and where it cannot be. */
  readonly config: AppConfig | undefined;
  readonly initialEmail?: string | undefined;
  readonly invite?: string | null;
  /** An invitation to a workspace, which a sign-in with a provider accepts. */
  readonly join?: string | undefined;
}

export function SignInForm({ config, initialEmail, invite = null, join }: SignInFormProps) {
  const signIn = useSignIn();
  const [afterProvider, endAfterProvider] = useStepAfterProvider();
  if (afterProvider) return <SecondStep needed={afterProvider} isAfterProvider onBack={endAfterProvider} />;
  if (signIn.data) return <SecondStep needed={signIn.data} onBack={signIn.reset} />;
  return (
    <div className="grid gap-6">
      {config?.passwords !== false && (
        <CredentialsForm
          submitLabel="Sign in"
          initialEmail={initialEmail}
          passwordKind="current-password"
          error={signIn.error}
          isPending={signIn.isPending}
          onSubmit={signIn.mutate}
        />
      )}
      <PasskeyButton />
      <ProviderLinks config={config} invite={invite} join={join} />
    </div>
  );
}

/** The second step after a provider. Its token leaves the address at once, so that no history has it. */
function useStepAfterProvider(): [Needed | null, () => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const [step, setStep] = useState(() => secondStepIn(location));
  useEffect(() => {
    if (secondStepIn(location)) navigate(location.pathname + location.search, { replace: true, state: location.state });
  }, [location, navigate]);
  return [step, () => setStep(null)];
}
