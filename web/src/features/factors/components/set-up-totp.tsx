import { confirmTotpSchema, type NewTotp } from '@inlet/contracts/factors';
import type { FormEvent } from 'react';
import { Button } from '#components/ui/button.tsx';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useConfirmTotp } from '#features/factors/api/use-app-factor.ts';
import { failureMessage } from '#lib/http.ts';
import { useTextForm } from '#lib/use-text-form.ts';

interface SetUpTotpProps {
  readonly totp: NewTotp;
  readonly onDone: (recoveryCodes: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** Shows the secret as a picture and as a text, and asks for the first code. */
export function SetUpTotp({ totp, onDone, onCancel }: SetUpTotpProps) {
  const confirmation = useConfirmTotp();
  const form = useTextForm(confirmTotpSchema, ['code']);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (confirmation.isPending || !form.check()) return;
    confirmation.mutate(form.texts, {
      onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
      onError: (error) => form.showRefusal(error, { wrong_code: 'code' }) && confirmation.reset(),
    });
  }

  return (
    <form
      noValidate
      aria-label="New authenticator app"
      onSubmit={submit}
      className="grid max-w-[28rem] grid-cols-1 gap-6"
    >
      {confirmation.isError && <Notice tone="danger">{failureMessage(confirmation.error)}</Notice>}
      <div className="grid gap-3">
        <p className="text-small text-muted">Scan the picture with your app, or enter the key there.</p>
        {/* A camera needs dark dots on a light ground, in the dark theme as well. */}
        <img src={totp.qr} alt="QR code for your authenticator app" className="size-44 rounded-medium bg-white p-2" />
        <CodeBlock label="Key for the app" code={totp.secret} copyLabel="Copy the key" wraps />
      </div>
      <TextField
        {...form.bind('code')}
        label="Code"
        hint="The six digits that the app shows now."
        inputMode="numeric"
        autoComplete="one-time-code"
        required
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isLoading={confirmation.isPending}>
          Turn on
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
