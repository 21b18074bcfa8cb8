import type { AppConfig } from '@inlet/contracts/app-config';
import { useSignIn } from '#features/auth/api/use-sign-in.ts';
import { CredentialsForm } from '#features/auth/components/credentials-form.tsx';
import { ProviderLinks } from '#features/auth/components/provider-links.tsx';

interface SignInFormProps {
  /** Undefined until it is read, and where it cannot be. */
  readonly config: AppConfig | undefined;
  readonly initialEmail?: string | undefined;
  readonly invite?: string | null;
}

export function SignInForm({ config, initialEmail, invite = null }: SignInFormProps) {
  const signIn = useSignIn();
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
      <ProviderLinks config={config} invite={invite} />
    </div>
  );
}
