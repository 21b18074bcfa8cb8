import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useConfirmEmail } from '#features/auth/api/use-confirm-email.ts';
import { failureMessage } from '#lib/http.ts';

/** Needs a press: programs that scan emails open every link, and must not confirm the address. */
export function ConfirmEmail({ token }: { token: string }) {
  const confirm = useConfirmEmail();
  if (confirm.isSuccess) return <Notice tone="success">Your new email address is confirmed.</Notice>;
  return (
    <div className="grid gap-6">
      {confirm.isError && <Notice tone="danger">{failureMessage(confirm.error)}</Notice>}
      <Button variant="primary" isLoading={confirm.isPending} onClick={() => confirm.mutate({ token })}>
        Confirm this address
      </Button>
    </div>
  );
}
