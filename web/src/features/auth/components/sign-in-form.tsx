import type { AppConfig } from '@inlet/contracts/app-config';
import { useSignIn } from '#features/auth/api/use-sign-in.ts';
import { CredentialsForm } from '#features/auth/components/credentials-form.tsx';
import { PasskeyButton } from '#features/auth/components/passkey-button.tsx';
import { ProviderLinks } from '#features/auth/components/provider-links.tsx';
import { SecondStep } from '#features/auth/components/second-step.tsx';

interface SignInFormProps {
  /** Undefined until it is read, and where it cannot be. */
  readonly config: AppConfig | undefined;
  readonly initialEmail?: string | undefined;
  readonly invite?: string | null;
  /** The page to return to after a sign-in with a provider. */
  readonly returnTo?: string | undefined;
}

export function SignInForm({ config, initialEmail, invite = null, returnTo }: SignInFormProps) {
  const signIn = useSignIn();
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
      <ProviderLinks config={config} invite={invite} returnTo={returnTo} />
    </div>
  );
}
