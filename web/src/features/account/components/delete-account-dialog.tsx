import { confirmSessionSchema } from '@inlet/contracts/sessions';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PasswordField } from '#components/ui/password-field.tsx';
import { useDeleteAccount } from '#features/account/api/use-delete-account.ts';
import { failureMessage } from '#lib/http.ts';
import { useUser } from '#lib/services.tsx';
import { useAppConfig } from '#lib/use-app-config.ts';
import { useTextForm } from '#lib/use-text-form.ts';

interface DeleteAccountDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function DeleteAccountDialog({ isOpen, onClose }: DeleteAccountDialogProps) {
  const { needsSubscription } = useUser();
  const config = useAppConfig().data;
  const hasPasswords = config?.passwords !== false;
  const hasProviders = (config?.signInWith?.length ?? 0) > 0;
  const deletion = useDeleteAccount();
  const form = useTextForm(confirmSessionSchema, ['password']);

  function submit() {
    // The service takes a recent sign-in as well. One press too many must not delete everything.
    if (hasPasswords && !form.check()) return;
    deletion.mutate(hasPasswords ? form.texts : {}, {
      onError: (error) => form.showRefusal(error, { wrong_password: 'password' }) && deletion.reset(),
    });
  }

  function close() {
    onClose();
    form.clear();
    deletion.reset();
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Delete your account?"
      confirmLabel="Yes, delete forever"
      isWorking={deletion.isPending}
      onConfirm={submit}
      onClose={close}
      fields={
        <div className="grid grid-cols-1 gap-4">
          {deletion.isError && <Notice tone="danger">{failureMessage(deletion.error)}</Notice>}
          {hasPasswords && (
            <PasswordField
              {...form.bind('password')}
              label="Your password"
              autoComplete="current-password"
              hint={
                hasProviders ? 'If you have none, choose one with “Forgot your password?” on the sign-in page.' : null
              }
              required
            />
          )}
        </div>
      }
    >
      <p>This cannot be undone. You lose:</p>
      <ul className="mt-2 list-disc pl-5">
        <li>every form, its endpoint, and everything that was sent to it</li>
        <li>your API keys, sessions and the record of your activity</li>
        {needsSubscription && <li>your subscription, which is canceled at once</li>}
      </ul>
      <p className="mt-2">Export your data first if you may need it.</p>
    </ConfirmDialog>
  );
}
