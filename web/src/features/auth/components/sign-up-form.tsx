import { useSignUp } from '#features/auth/api/use-sign-up.ts';
import { CredentialsForm } from '#features/auth/components/credentials-form.tsx';
import { newPasswordHint } from '#lib/new-password-hint.ts';

interface SignUpFormProps {
  readonly invite: string | null;
  readonly initialEmail?: string | undefined;
}

export function SignUpForm({ invite, initialEmail }: SignUpFormProps) {
  const signUp = useSignUp();
  return (
    <CredentialsForm
      submitLabel="Create account"
      initialEmail={initialEmail}
      passwordKind="new-password"
      passwordHint={newPasswordHint}
      error={signUp.error}
      isPending={signUp.isPending}
      onSubmit={(credentials) => signUp.mutate(invite === null ? credentials : { ...credentials, invite })}
    >
      <p className="text-small text-pretty text-muted">
        By creating an account you accept the{' '}
        <a href="/terms" className={linkClass}>
          terms of service
        </a>
        . The{' '}
        <a href="/privacy" className={linkClass}>
          privacy policy
        </a>{' '}
        says what we store.
      </p>
    </CredentialsForm>
  );
}

const linkClass = 'text-ink underline underline-offset-4';
