import { Notice } from '#components/ui/notice.tsx';
import { useForgotPassword } from '#features/auth/api/use-forgot-password.ts';
import { EmailForm } from '#features/auth/components/email-form.tsx';
import { failureMessage } from '#lib/http.ts';

/** The response is the same whether or not the account exists, so that it reveals nothing. */
export function ForgotPasswordForm() {
  const forgot = useForgotPassword();
  if (forgot.isSuccess) {
    return (
      <Notice tone="success">
        If <span className="font-medium wrap-anywhere">{forgot.variables.email}</span> has an account, a link to choose
        a new password is on its way there.
      </Notice>
    );
  }
  return (
    <EmailForm
      submitLabel="Send the link"
      failure={forgot.isError ? failureMessage(forgot.error) : null}
      isPending={forgot.isPending}
      onSubmit={(email) => forgot.mutate({ email })}
    />
  );
}
