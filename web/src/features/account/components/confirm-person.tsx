import { confirmSessionSchema } from '@inlet/contracts/sessions';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PasswordField } from '#components/ui/password-field.tsx';
import { useConfirmSession } from '#features/account/api/use-confirm-session.ts';
import { failureMessage } from '#lib/http.ts';
import { useApi } from '#lib/services.tsx';
import { useTextForm } from '#lib/use-text-form.ts';

/** Asks for the password on behalf of a call that waits for it. */
export function ConfirmPerson() {
  const { confirmations } = useApi();
  const confirmation = useConfirmSession();
  const form = useTextForm(confirmSessionSchema, ['password']);

  function submit() {
    if (!form.check()) return;
    confirmation.mutate(form.texts, {
      onError: (error) => form.showRefusal(error, { wrong_password: 'password' }) && confirmation.reset(),
    });
  }

  return (
    <ConfirmDialog
      isOpen
      title="Confirm that it is you"
      confirmLabel="Confirm"
      isWorking={confirmation.isPending}
      onConfirm={submit}
      onClose={() => confirmations.settle(false)}
      fields={
        <div className="grid grid-cols-1 gap-4">
          {confirmation.isError && <Notice tone="danger">{failureMessage(confirmation.error)}</Notice>}
          <PasswordField {...form.bind('password')} label="Your password" autoComplete="current-password" required />
        </div>
      }
    >
      You signed in a while ago, and this cannot be taken back. You are not asked again for ten minutes.
    </ConfirmDialog>
  );
}
