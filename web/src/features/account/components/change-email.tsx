import { changeEmailSchema } from '@inlet/contracts/sessions';
import type { FormEvent } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PasswordField } from '#components/ui/password-field.tsx';
import { Section } from '#components/ui/section.tsx';
import { useChangeEmail } from '#features/account/api/use-change-email.ts';
import { failureMessage } from '#lib/http.ts';
import { useUser } from '#lib/services.tsx';
import { useAppConfig } from '#lib/use-app-config.ts';
import { useTextForm } from '#lib/use-text-form.ts';

export function ChangeEmail() {
  const user = useUser();
  const hasPasswords = useAppConfig().data?.passwords !== false;
  const change = useChangeEmail();
  const form = useTextForm(changeEmailSchema, ['email', 'password']);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (change.isPending || !form.check()) return;
    const { email, password } = form.texts;
    // Without it, the service asks for a confirmation.
    change.mutate(password === '' ? { email } : { email, password }, {
      onSuccess: form.clear,
      onError: (error) => form.showRefusal(error, { wrong_password: 'password' }) && change.reset(),
    });
  }

  return (
    <Section
      title="Email address"
      intro={
        <>
          You sign in with <span className="font-medium text-ink">{user.email}</span>. Your address changes once you
          confirm it by the link that we mail to the new one.
        </>
      }
    >
      <form noValidate onSubmit={submit} className="grid max-w-[28rem] grid-cols-1 gap-6">
        {change.isError && <Notice tone="danger">{failureMessage(change.error)}</Notice>}
        {change.isSuccess && (
          <Notice tone="success">{`We have mailed a link to ${change.variables.email.trim()}. Open it to confirm the address; until then nothing changes.`}</Notice>
        )}
        <TextField {...form.bind('email')} label="New email address" type="email" autoComplete="email" required />
        {hasPasswords && (
          <PasswordField
            {...form.bind('password')}
            label="Your password"
            hint="To protect your account. Leave it empty if you have none."
            autoComplete="current-password"
          />
        )}
        <Button type="submit" isLoading={change.isPending} className="justify-self-start">
          Send confirmation link
        </Button>
      </form>
    </Section>
  );
}
