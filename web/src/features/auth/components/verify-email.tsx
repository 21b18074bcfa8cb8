import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useVerifyEmail } from '#features/auth/api/use-verify-email.ts';
import { failureMessage } from '#lib/http.ts';

/** Needs a press: programs that scan emails open every link, and must not verify the address. */
export function VerifyEmail({ token }: { token: string }) {
  const verify = useVerifyEmail();
  if (verify.isSuccess) return <Notice tone="success">Your email address is verified.</Notice>;
  return (
    <div className="grid gap-6">
      {verify.isError && <Notice tone="danger">{failureMessage(verify.error)}</Notice>}
      <Button variant="primary" isLoading={verify.isPending} onClick={() => verify.mutate(token)}>
        Verify this address
      </Button>
    </div>
  );
}
