import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useSignIn } from '#features/auth/api/use-sign-in.ts';
import { type CredentialErrors, checkCredentials } from '#features/auth/credentials.ts';
import { failureMessage } from '#lib/http.ts';

export function SignInForm() {
  const signIn = useSignIn();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<CredentialErrors>({});
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (signIn.isPending) return;
    const found = checkCredentials({ email, password });
    setErrors(found);
    if (found.email) emailInput.current?.focus();
    else if (found.password) passwordInput.current?.focus();
    else signIn.mutate({ email: email.trim(), password });
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      {signIn.isError && <Notice tone="danger">{failureMessage(signIn.error)}</Notice>}
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        ref={emailInput}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={errors.email}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        ref={passwordInput}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={errors.password}
      />
      <Button type="submit" variant="primary" isLoading={signIn.isPending}>
        Sign in
      </Button>
    </form>
  );
}
