import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useBilling } from '#features/billing/api/use-billing.ts';
import { formatMoment } from '#lib/dates.ts';

interface PaymentDueProps {
  readonly isOpening: boolean;
  readonly onManage: () => void;
}

/** Shown while a renewal is not paid; hidden if billing cannot be read. */
export function PaymentDue({ isOpening, onManage }: PaymentDueProps) {
  const { data } = useBilling();
  if (!data?.paymentDueBy) return null;
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
        <p className="mt-1">
          Access to your forms ends on {formatMoment(data.paymentDueBy)} unless it is paid by then.
        </p>
      </Notice>
    </div>
  );
}
