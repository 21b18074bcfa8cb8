import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { checkEmail } from '#features/auth/credentials.ts';

interface EmailFormProps {
  readonly submitLabel: string;
  readonly initialEmail?: string;
  readonly failure: string | null;
  readonly isPending: boolean;
  readonly onSubmit: (email: string) => void;
}

export function EmailForm({ submitLabel, initialEmail = '', failure, isPending, onSubmit }: EmailFormProps) {
  const [email, setEmail] = useState(initialEmail);
  const [error, setError] = useState<string | undefined>();
  const input = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    const found = checkEmail(email).email;
    setError(found);
    if (found) input.current?.focus();
    else onSubmit(email.trim());
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      {failure && <Notice tone="danger">{failure}</Notice>}
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        autoFocus
        ref={input}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
        error={error}
      />
      <Button type="submit" variant="primary" isLoading={isPending}>
        {submitLabel}
      </Button>
    </form>
  );
}
