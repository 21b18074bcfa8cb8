import TriangleAlert from 'virtual:lucide/triangle-alert';
import { Button } from '#components/ui/button.tsx';
import { useResendVerification } from '#features/account/api/use-resend-verification.ts';
import { failureMessage } from '#lib/http.ts';
import { useUser } from '#lib/services.tsx';

/** Asks the owner to verify the address, which mails of new forms require. */
export function VerifyReminder() {
  const { email } = useUser();
  const resend = useResendVerification();
  const words = resend.isSuccess
    ? `A new link is on its way to ${email}.`
    : `Open the link that we mailed to ${email}. Until you do, you won’t be emailed about submissions to your new forms.`;
  return (
    <div className={lineClass}>
      <TriangleAlert aria-hidden size={15} strokeWidth={2} className="shrink-0" />
      <p className="min-w-0 grow text-pretty wrap-anywhere">
        <span className="font-medium">Verify your email address</span>
        {resend.isError ? (
          <span role="alert" className="ml-2">
            {failureMessage(resend.error)}
          </span>
        ) : (
          <span aria-live="polite" className="ml-2">
            {words}
          </span>
        )}
      </p>
      {!resend.isSuccess && (
        <Button isLoading={resend.isPending} onClick={() => resend.mutate()} className="min-h-9! px-3!">
          <span className="max-sm:sr-only">Send a new link</span>
          <span aria-hidden className="sm:hidden">
            New link
          </span>
        </Button>
      )}
    </div>
  );
}

const lineClass =
  'mb-3 flex min-h-10 items-center gap-2 rounded-medium border border-warning-line bg-warning-soft py-1 pr-1 pl-3 text-small text-warning';
