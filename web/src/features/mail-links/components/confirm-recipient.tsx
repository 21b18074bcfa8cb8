import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useConfirmRecipient } from '#features/mail-links/api/use-confirm-recipient.ts';
import { failureMessage } from '#lib/http.ts';

/** Needs a press: programs that scan emails open every link, and must not confirm the address. */
export function ConfirmRecipient({ token }: { token: string }) {
  const confirm = useConfirmRecipient();
  if (confirm.isSuccess) {
    const { email, formName } = confirm.data;
    return (
      <Notice tone="success">
        <span className="wrap-anywhere">{`${email} is told of new submissions of ${formName} from now on. Each mail has a link to stop them.`}</span>
      </Notice>
    );
  }
  return (
    <div className="grid gap-6">
      {confirm.isError && <Notice tone="danger">{failureMessage(confirm.error)}</Notice>}
      <Button variant="primary" isLoading={confirm.isPending} onClick={() => confirm.mutate(token)}>
        Confirm this address
      </Button>
    </div>
  );
}
