import { useSignIn } from '#features/auth/api/use-sign-in.ts';
import { CredentialsForm } from '#features/auth/components/credentials-form.tsx';

export function SignInForm({ initialEmail }: { initialEmail?: string | undefined }) {
  const signIn = useSignIn();
  return (
    <CredentialsForm
      submitLabel="Sign in"
      initialEmail={initialEmail}
      passwordKind="current-password"
      error={signIn.error}
      isPending={signIn.isPending}
      onSubmit={signIn.mutate}
    />
  );
}
