import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PasswordField } from '#components/ui/password-field.tsx';
import { useResetPassword } from '#features/auth/api/use-reset-password.ts';
import { checkPassword } from '#features/auth/credentials.ts';
import { failureMessage } from '#lib/http.ts';
import { newPasswordHint } from '#lib/new-password-hint.ts';

export function ResetPasswordForm({ token }: { token: string }) {
  const reset = useResetPassword();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | undefined>();
  const input = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (reset.isPending) return;
    const found = checkPassword(password, 'new-password').password;
    setError(found);
    if (found) input.current?.focus();
    else reset.mutate({ token, password });
  }

  if (reset.isSuccess) return <Notice tone="success">Your password is changed. Sign in with the new one.</Notice>;
  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      {reset.isError && <Notice tone="danger">{failureMessage(reset.error)}</Notice>}
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        hint={error ? undefined : newPasswordHint}
        required
        ref={input}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={error}
      />
      <Button type="submit" variant="primary" isLoading={reset.isPending}>
        Change password
      </Button>
    </form>
  );
}
