import type { AppConfig } from '@inlet/contracts/app-config';
import { useSignUp } from '#features/auth/api/use-sign-up.ts';
import { CredentialsForm } from '#features/auth/components/credentials-form.tsx';
import { ProviderLinks } from '#features/auth/components/provider-links.tsx';
import { newPasswordHint } from '#lib/new-password-hint.ts';

interface SignUpFormProps {
  /** Undefined until it is read, and where it cannot be. */
  readonly config: AppConfig | undefined;
  readonly invite: string | null;
  /** An invitation to a workspace, instead of a workspace of one's own. */
  readonly join?: string;
  readonly onSubmit?: () => void;
  readonly initialEmail?: string | undefined;
}

export function SignUpForm({ config, invite, initialEmail, join, onSubmit }: SignUpFormProps) {
  const signUp = useSignUp();
  const invitation = { ...(invite !== null && { invite }), ...(join !== undefined && { join }) };
  const terms = (
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
  );
  return (
    <div className="grid gap-6">
      {config?.passwords !== false && (
        <CredentialsForm
          submitLabel="Create account"
          initialEmail={initialEmail}
          passwordKind="new-password"
          passwordHint={newPasswordHint}
          error={signUp.error}
          isPending={signUp.isPending}
          onSubmit={(credentials) => {
            onSubmit?.();
            signUp.mutate({ ...credentials, ...invitation });
          }}
        />
      )}
      <ProviderLinks config={config} invite={invite} join={join} />
      {terms}
    </div>
  );
}

const linkClass = 'text-ink underline underline-offset-4';
