import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { formatMoment } from '#lib/dates.ts';

interface PaymentDueNoticeProps {
  readonly dueBy: string;
  readonly isOpening: boolean;
  readonly onManage: () => void;
}

export function PaymentDueNotice({ dueBy, isOpening, onManage }: PaymentDueNoticeProps) {
  return (
    <div className="mb-8">
      <Notice
        tone="warning"
        action={
          <Button isLoading={isOpening} onClick={onManage} className="self-start sm:self-auto">
            Manage Billing
          </Button>
        }
      >
        <p className="font-medium">Your last payment did not go through</p>
        <p className="mt-1">Access to your forms ends on {formatMoment(dueBy)} unless it is paid by then.</p>
      </Notice>
    </div>
  );
}
