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
import { useTextForm } from '#lib/use-text-form.ts';

export function ChangeEmail() {
  const user = useUser();
  const change = useChangeEmail();
  const form = useTextForm(changeEmailSchema, ['email', 'password']);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (change.isPending || !form.check()) return;
    change.mutate(form.texts, {
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
        <PasswordField
          {...form.bind('password')}
          label="Your password"
          hint="To protect your account."
          autoComplete="current-password"
          required
        />
        <Button type="submit" isLoading={change.isPending} className="justify-self-start">
          Send confirmation link
        </Button>
      </form>
    </Section>
  );
}
