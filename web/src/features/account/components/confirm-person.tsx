import { confirmTotpSchema } from '@inlet/contracts/factors';
import { confirmSessionSchema } from '@inlet/contracts/sessions';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PasswordField } from '#components/ui/password-field.tsx';
import { useConfirmSession } from '#features/account/api/use-confirm-session.ts';
import { failureMessage } from '#lib/http.ts';
import { hasPasskeys } from '#lib/person/passkeys.ts';
import { usePasskeys } from '#lib/person/use-passkeys.ts';
import { useTotp } from '#lib/person/use-totp.ts';
import { useApi } from '#lib/services.tsx';
import { useAppConfig } from '#lib/use-app-config.ts';
import { useTextForm } from '#lib/use-text-form.ts';

type Way = 'password' | 'code' | 'passkey';

const otherWays: Record<Way, string> = {
  password: 'Use your password',
  code: 'Use a code of your app',
  passkey: 'Use a passkey',
};

/** Asks for the password, a code or a passkey on behalf of a call that waits for it. */
export function ConfirmPerson() {
  const { confirmations } = useApi();
  const confirmation = useConfirmSession();
  const passwordForm = useTextForm(confirmSessionSchema, ['password']);
  const codeForm = useTextForm(confirmTotpSchema, ['code']);
  const ways = useWays();
  const [chosen, setChosen] = useState<Way | null>(null);
  const way = chosen ?? ways[0];

  function submit() {
    if (way === 'passkey') confirmation.mutate('passkey');
    if (way === 'password' && passwordForm.check()) {
      confirmation.mutate(passwordForm.texts, {
        onError: (error) => passwordForm.showRefusal(error, { wrong_password: 'password' }) && confirmation.reset(),
      });
    }
    if (way === 'code' && codeForm.check()) {
      confirmation.mutate(codeForm.texts, {
        onError: (error) => codeForm.showRefusal(error, { wrong_code: 'code' }) && confirmation.reset(),
      });
    }
  }

  function choose(next: Way) {
    confirmation.reset();
    setChosen(next);
  }

  return (
    <ConfirmDialog
      isOpen
      title="Confirm that it is you"
      confirmLabel={way === 'passkey' ? 'Use your passkey' : 'Confirm'}
      isWorking={confirmation.isPending}
      onConfirm={submit}
      onClose={() => confirmations.settle(false)}
      fields={
        <div className="grid grid-cols-1 gap-4">
          {confirmation.isError && <Notice tone="danger">{failureMessage(confirmation.error)}</Notice>}
          {way === undefined && (
            <Notice tone="info">Sign out and in again. A new sign-in confirms that it is you.</Notice>
          )}
          {way === 'password' && (
            <PasswordField
              {...passwordForm.bind('password')}
              label="Your password"
              autoComplete="current-password"
              required
            />
          )}
          {way === 'code' && (
            <TextField
              {...codeForm.bind('code')}
              label="Code"
              hint="Six digits of your authenticator app."
              inputMode="numeric"
              autoComplete="one-time-code"
              required
            />
          )}
          <div className="flex flex-wrap gap-2 empty:hidden">
            {ways
              .filter((other) => other !== way)
              .map((other) => (
                <Button key={other} onClick={() => choose(other)}>
                  {otherWays[other]}
                </Button>
              ))}
          </div>
        </div>
      }
    >
      You signed in a while ago, and this cannot be taken back. You are not asked again for ten minutes.
    </ConfirmDialog>
  );
}

/** What the person can confirm with in this browser. */
function useWays(): readonly Way[] {
  const config = useAppConfig().data;
  const hasCode = useTotp().data?.isOn === true;
  const hasPasskey = usePasskeys().data?.some(({ isUsable }) => isUsable) === true && hasPasskeys();
  return [
    ...(config?.passwords === false ? [] : (['password'] as const)),
    ...(hasCode ? (['code'] as const) : []),
    ...(hasPasskey ? (['passkey'] as const) : []),
  ];
}
