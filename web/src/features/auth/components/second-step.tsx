import type { FormEvent } from 'react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useSecondStep } from '#features/auth/api/use-second-step.ts';
import { ApiError, failureMessage } from '#lib/http.ts';
import { hasPasskeys } from '#lib/person/passkeys.ts';
import type { SecondStep as Needed } from '#lib/session.ts';

type Method = Needed['methods'][number];

const otherWays: Record<Method, string> = {
  totp: 'Use a code of your app',
  passkey: 'Use a passkey',
  recoveryCode: 'Use a recovery code',
};

const codeFields = {
  totp: { name: 'code', label: 'Code', hint: 'Six digits of your authenticator app.', inputMode: 'numeric' },
  recoveryCode: { name: 'recoveryCode', label: 'Recovery code', hint: 'Each works once.', inputMode: 'text' },
} as const;

interface SecondStepProps {
  readonly needed: Needed;
  readonly isAfterProvider?: boolean;
  readonly onBack: () => void;
}

/** The second step of a sign-in, after the right password or after a provider. */
export function SecondStep({ needed, isAfterProvider = false, onBack }: SecondStepProps) {
  const step = useSecondStep(needed.token);
  const methods = needed.methods.filter((method) => method !== 'passkey' || hasPasskeys());
  const [chosen, setChosen] = useState<Method | null>(null);
  const method = chosen ?? methods[0];
  const hasExpired = step.error instanceof ApiError && step.error.code === 'sign_in_expired';

  function choose(next: Method) {
    step.reset();
    setChosen(next);
  }

  return (
    <div className="grid gap-6">
      <div>
        <h2 className="text-heading font-semibold">Second step</h2>
        <p className="mt-1 text-small text-muted">
          {isAfterProvider ? 'The provider has signed you in.' : 'Your password was right.'} Your account needs one more
          proof.
        </p>
      </div>
      {step.error && <Notice tone="danger">{failureMessage(step.error)}</Notice>}
      {method === undefined && (
        <Notice tone="warning">This browser cannot use your passkey. Open Inlet in another browser.</Notice>
      )}
      {!hasExpired && method === 'passkey' && (
        <Button variant="primary" isLoading={step.isPending} onClick={() => step.mutate('passkey')}>
          Continue with your passkey
        </Button>
      )}
      {!hasExpired && (method === 'totp' || method === 'recoveryCode') && (
        <CodeForm
          key={method}
          method={method}
          isPending={step.isPending}
          onSubmit={(code) => step.mutate(method === 'totp' ? { code } : { recoveryCode: code })}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {!hasExpired &&
          methods
            .filter((other) => other !== method)
            .map((other) => (
              <Button key={other} onClick={() => choose(other)}>
                {otherWays[other]}
              </Button>
            ))}
        <Button onClick={onBack}>{isAfterProvider ? 'Back to the sign-in' : 'Back to the password'}</Button>
      </div>
      <p className="text-small text-muted">
        Have you lost every way to prove it? The operator of this installation can reset your second factor.
      </p>
    </div>
  );
}

interface CodeFormProps {
  readonly method: keyof typeof codeFields;
  readonly isPending: boolean;
  readonly onSubmit: (code: string) => void;
}

function CodeForm({ method, isPending, onSubmit }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [isMissing, setIsMissing] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isPending) return;
    setIsMissing(code.trim() === '');
    if (code.trim() !== '') onSubmit(code.trim());
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-6">
      <TextField
        {...codeFields[method]}
        autoComplete={method === 'totp' ? 'one-time-code' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        autoFocus
        required
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={isMissing ? 'Enter the code' : undefined}
      />
      <Button type="submit" variant="primary" isLoading={isPending}>
        Continue
      </Button>
    </form>
  );
}
