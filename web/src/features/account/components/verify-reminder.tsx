import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useResendVerification } from '#features/account/api/use-resend-verification.ts';
import { failureMessage } from '#lib/http.ts';
import { useUser } from '#lib/services.tsx';

/** Asks for the step that the mails of new forms wait for. */
export function VerifyReminder() {
  const { email } = useUser();
  const resend = useResendVerification();
  return (
    <div className="mb-8">
      <Notice
        tone="warning"
        action={
          !resend.isSuccess && (
            <Button isLoading={resend.isPending} onClick={() => resend.mutate()} className="self-start sm:self-auto">
              Send a new link
            </Button>
          )
        }
      >
        <p className="font-medium">Verify your email address</p>
        <p aria-live="polite" className="mt-1 wrap-anywhere">
          {resend.isSuccess
            ? `A new link is on its way to ${email}.`
            : `Open the link that we mailed to ${email}. Until you do, you won’t be emailed about submissions to your new forms.`}
        </p>
        {resend.isError && (
          <p role="alert" className="mt-1">
            {failureMessage(resend.error)}
          </p>
        )}
      </Notice>
    </div>
  );
}
