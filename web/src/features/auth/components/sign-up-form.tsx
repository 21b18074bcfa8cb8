import { useSignUp } from '#features/auth/api/use-sign-up.ts';
import { CredentialsForm } from '#features/auth/components/credentials-form.tsx';
import { newPasswordHint } from '#lib/new-password-hint.ts';

export function SignUpForm({ invite }: { invite: string | null }) {
  const signUp = useSignUp();
  return (
    <CredentialsForm
      submitLabel="Create account"
      passwordKind="new-password"
      passwordHint={newPasswordHint}
      error={signUp.error}
      isPending={signUp.isPending}
      onSubmit={(credentials) => signUp.mutate(invite === null ? credentials : { ...credentials, invite })}
    />
  );
}
