import { changePasswordSchema } from '@inlet/contracts/sessions';
import type { FormEvent } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PasswordField } from '#components/ui/password-field.tsx';
import { Section } from '#components/ui/section.tsx';
import { useChangePassword } from '#features/account/api/use-change-password.ts';
import { failureMessage } from '#lib/http.ts';
import { newPasswordHint } from '#lib/new-password-hint.ts';
import { useUser } from '#lib/services.tsx';
import { useTextForm } from '#lib/use-text-form.ts';

export function ChangePassword() {
  const user = useUser();
  const change = useChangePassword();
  const form = useTextForm(changePasswordSchema, ['currentPassword', 'newPassword']);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (change.isPending || !form.check()) return;
    change.mutate(form.texts, {
      onSuccess: form.clear,
      onError: (error) => form.showRefusal(error, { wrong_password: 'currentPassword' }) && change.reset(),
    });
  }

  return (
    <Section title="Password" intro="Every other device is signed out when you change it.">
      <form noValidate onSubmit={submit} className="grid max-w-[28rem] grid-cols-1 gap-6">
        {change.isError && <Notice tone="danger">{failureMessage(change.error)}</Notice>}
        {change.isSuccess && (
          <Notice tone="success">Your password is changed. Every other device was signed out.</Notice>
        )}
        {/* Tells password managers whose password this is. */}
        <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          {...form.bind('currentPassword')}
          label="Current password"
          autoComplete="current-password"
          required
        />
        <PasswordField
          {...form.bind('newPassword')}
          label="New password"
          hint={newPasswordHint}
          autoComplete="new-password"
          required
        />
        <Button type="submit" isLoading={change.isPending} className="justify-self-start">
          Change password
        </Button>
      </form>
    </Section>
  );
}
