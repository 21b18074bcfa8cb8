import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PasswordField } from '#components/ui/password-field.tsx';
import { type CredentialErrors, checkCredentials, minLengths, type PasswordKind } from '#features/auth/credentials.ts';
import { failureMessage } from '#lib/http.ts';

interface CredentialsFormProps {
  readonly submitLabel: string;
  /** Tells password managers whether to fill in a known password or to propose a new password. */
  readonly passwordKind: PasswordKind;
  readonly passwordHint?: string;
  /** The initial value of the field, which may arrive after the form is shown. */
  readonly initialEmail?: string | undefined;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly onSubmit: (credentials: { email: string; password: string }) => void;
}

export function CredentialsForm(props: CredentialsFormProps) {
  const { submitLabel, passwordKind, passwordHint, initialEmail = '', error, isPending, onSubmit } = props;
  const [typedEmail, setEmail] = useState<string | null>(null);
  const email = typedEmail ?? initialEmail;
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<CredentialErrors>({});
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    const found = checkCredentials({ email, password }, passwordKind);
    setErrors(found);
    if (found.email) emailInput.current?.focus();
    else if (found.password) passwordInput.current?.focus();
    else onSubmit({ email: email.trim(), password });
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      {error && <Notice tone="danger">{failureMessage(error)}</Notice>}
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        autoFocus
        ref={emailInput}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={errors.email}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete={passwordKind}
        // The error already says so in other words.
        hint={errors.password ? undefined : passwordHint}
        required
        minLength={minLengths[passwordKind]}
        ref={passwordInput}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={errors.password}
      />
      <Button type="submit" variant="primary" isLoading={isPending}>
        {submitLabel}
      </Button>
    </form>
  );
}
